/** Beside a figure: `EUR`, `XAU/g`. */
export function currencyLabel(currency: string): string {
  return currency.replace('-', '/');
}
