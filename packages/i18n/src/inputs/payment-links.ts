/** Coin addresses within pasted texts: payment requests and links of chain explorers. */
import { plainCode } from './typed-text.ts'

export type PastedAddress = {
  /** The address, or the typed text if it has none. */
  readonly address: string
  /** Where it was found; null if it was the address alone. */
  readonly from: 'request' | 'link' | null
  /** The amount of a request, which is not used. */
  readonly amount: string | null
  /** The chain of a request by its number (EIP-681); null if it names none. */
  readonly chainId: string | null
}

const alone = { from: null, amount: null, chainId: null } as const

const evmAddress = /0x[0-9a-fA-F]{40}/
/** The longest text that is searched. */
const linkLengthMax = 2_000

/**
 * Extracts an address from `bitcoin:…?amount=`, `ethereum:…@1` (EIP-681, including the receiver of a token
 * transfer) and links such as https://etherscan.io/address/0x…. Any other text is returned without spaces and
 * invisible characters.
 */
export function readPastedAddress(text: string): PastedAddress {
  const plain = plainCode(text.slice(0, linkLengthMax))
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(plain) ?? []
  switch (scheme.toLowerCase()) {
    case 'bitcoin':
      return bitcoinRequest(rest, plain)
    case 'ethereum':
      return ethereumRequest(rest, plain)
    case 'http':
    case 'https':
      return explorerLink(rest, plain)
    default:
      return { address: plain, ...alone }
  }
}

function bitcoinRequest(rest: string, plain: string): PastedAddress {
  const [address = '', query = ''] = rest.replace(/^\/\//, '').split('?')
  if (address === '') return { address: plain, ...alone }
  return { ...alone, address, from: 'request', amount: findParameter(query, 'amount') }
}

function ethereumRequest(rest: string, plain: string): PastedAddress {
  const [path = '', query = ''] = rest.replace(/^\/\//, '').split('?')
  const target = /^(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d+))?(?:\/(\w+))?$/.exec(path)
  const [, paid = '', chain = '', call = ''] = target ?? []
  // The target of a token transfer is the token; the receiver is a parameter.
  const receiver = call === 'transfer' ? (findParameter(query, 'address') ?? '') : paid
  const isKnown = call === '' || call === 'transfer'
  if (!isKnown || !new RegExp(`^${evmAddress.source}$`).test(receiver)) {
    return { address: plain, ...alone }
  }
  const amount = findParameter(query, call === 'transfer' ? 'uint256' : 'value')
  const chainId = chain === '' ? null : chain.replace(/^0+(?=\d)/, '')
  return { address: receiver, from: 'request', amount, chainId }
}

/** The part of the path after "address": a link to a transaction has no address. */
function explorerLink(rest: string, plain: string): PastedAddress {
  const path = (rest.split(/[?#]/)[0] ?? '').split('/')
  const at = path.findIndex((part) => /^addr(?:ess)?$/i.test(part))
  const address = at === -1 ? '' : (path[at + 1] ?? '')
  if (address === '') return { address: plain, ...alone }
  return { ...alone, address, from: 'link' }
}

function findParameter(query: string, name: string): string | null {
  const found = query.split('&').find((part) => part.toLowerCase().startsWith(`${name}=`))
  const value = found?.slice(name.length + 1) ?? ''
  return /^[\w.]+$/.test(value) ? value : null
}
