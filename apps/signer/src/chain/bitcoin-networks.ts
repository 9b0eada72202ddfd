/** Bitcoin's networks and their address formats. */

const testKeys = { public: 0x043587cf, private: 0x04358394 } as const

/**
 * Parameters for the libraries: the prefixes of legacy addresses and extended keys, and that of segwit
 * addresses.
 */
export const bitcoinNetworks = {
  mainnet: {
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    keys: { public: 0x0488b21e, private: 0x0488ade4 },
  },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, keys: testKeys },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, keys: testKeys },
} as const

export type BitcoinNetwork = keyof typeof bitcoinNetworks

/** Whether a text names one of them. */
export function isBitcoinNetwork(value: unknown): value is BitcoinNetwork {
  return typeof value === 'string' && Object.hasOwn(bitcoinNetworks, value)
}
