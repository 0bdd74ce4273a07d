/** Label of a currency beside an amount: `EUR`, `XAU/g`. */
export function currencyLabel(currency: string): string {
  return currency.replace('-', '/');
}
