/** Words that stay in capitals although they look like ordinary ones; the rest is told by shape. */
const ACRONYMS = new Set(
  (
    'US USA UK UAE EU USD EUR GBP AUD CAD ETF ETFS ETP ETN FTSE MSCI NASDAQ COMEX NYMEX LME CME ICE ' +
    'EAFE UCITS ESG REIT ADR CFD WTI VIX AI DAO IP SE SA AG NV AB ASA LP II III IV VI VII IBM SAP ' +
    'HSBC ETH BTC SOL USDC USDE USDT DAI DEX NFT API ISHARES'
  )
    .split(' ')
    .filter((word) => word !== 'ISHARES'),
);
