/** How currencies are shown: names, pictures, kinds. What the core decides by is in its own listing. */
import type { CurrencyFigures } from '@tukar/wire'

type Profile = Omit<CurrencyFigures, 'currencyId' | 'symbol' | 'decimals'>

/** A disc in the currency's hue with its sign, drawn here. */
function icon(color: string, sign: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${color}"/>` +
    `<text x="16" y="21.5" font-family="system-ui,sans-serif" font-size="${sign.length > 1 ? 13 : 17}" ` +
    `font-weight="700" text-anchor="middle" fill="#fff">${sign}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

const profiles: Readonly<Record<string, Profile>> = {
  IDR: {
    name: 'Rupiah',
    icon: icon('#c2343c', 'Rp'),
    kind: 'fiat',
    withdrawalRails: [],
    travelRuleThreshold: null,
    withdrawalFee: '0',
    isListed: true,
  },
  BTC: {
    name: 'Bitcoin',
    icon: icon('#d97a12', '₿'),
    kind: 'bitcoin',
    withdrawalRails: [],
    travelRuleThreshold: '0.01',
    withdrawalFee: '0.0001',
    isListed: true,
  },
  ETH: {
    name: 'Ethereum',
    icon: icon('#4f63c4', 'Ξ'),
    kind: 'evm_coin',
    withdrawalRails: ['EVMCoin'],
    travelRuleThreshold: '0.3',
    withdrawalFee: '0.001',
    isListed: true,
  },
  BNB: {
    name: 'BNB',
    icon: icon('#a47a00', 'B'),
    kind: 'evm_coin',
    withdrawalRails: ['EVMCoin'],
    travelRuleThreshold: '1',
    withdrawalFee: '0.002',
    isListed: true,
  },
  USDT: {
    name: 'Tether USD',
    icon: icon('#16805f', '₮'),
    kind: 'evm_token',
    withdrawalRails: ['EVMToken'],
    travelRuleThreshold: '1000',
    withdrawalFee: '2',
    isListed: true,
  },
}

/** How a currency is shown; one without a profile has a plain disc with its first letter. */
export function profileOf(symbol: string): Profile {
  return (
    profiles[symbol] ?? {
      name: symbol,
      icon: icon('#56646f', symbol.slice(0, 1)),
      kind: 'evm_token',
      withdrawalRails: [],
      travelRuleThreshold: null,
      withdrawalFee: '0',
      isListed: true,
    }
  )
}
