/**
 * Bitcoin's networks: the format of addresses and extended keys on each, and the first block that identifies
 * it.
 */

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'

export type NetworkForm = {
  /** Prefix of native segwit addresses. */
  readonly bech32: string
  /** Version bytes of legacy addresses. */
  readonly pubKeyHash: number
  readonly scriptHash: number
  readonly wif: number
  /** Version bytes of extended keys: xpub or tpub, and their BIP 84 forms zpub or vpub. */
  readonly extendedKeys: readonly { readonly public: number; readonly private: number }[]
  /** Id of block 0, which is different on each network. */
  readonly firstBlockId: string
}

const testKeys = [
  { public: 0x043587cf, private: 0x04358394 },
  { public: 0x045f1cf6, private: 0x045f18bc },
] as const

export const bitcoinNetworks: Readonly<Record<BitcoinNetwork, NetworkForm>> = {
  mainnet: {
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    extendedKeys: [
      { public: 0x0488b21e, private: 0x0488ade4 },
      { public: 0x04b24746, private: 0x04b2430c },
    ],
    firstBlockId: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  },
  testnet: {
    bech32: 'tb',
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    wif: 0xef,
    extendedKeys: testKeys,
    firstBlockId: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  },
  regtest: {
    bech32: 'bcrt',
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    wif: 0xef,
    extendedKeys: testKeys,
    firstBlockId: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
}
