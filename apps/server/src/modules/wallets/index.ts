/** The wallets module's front door. */
export { deleteDepositFilesOf } from './rupiah/deposit-store.ts'
export { openRupiah, type Rupiah } from './rupiah/index.ts'
export type { RupiahLimits, RupiahParts } from './rupiah/parts.ts'
export { ppmOfPercent } from './rupiah/rules.ts'
export { rupiahId, unitsOf } from './rupiah/units.ts'
export { openTransfersOf } from './rupiah/withdrawal-store.ts'
