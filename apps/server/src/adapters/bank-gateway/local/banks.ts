/** Banks that the local bank lists, with the codes and names of the real gateway. */

export type ListedBank = {
  readonly code: string
  readonly name: string
  readonly can_disburse: boolean
}

const disbursing: readonly (readonly [code: string, name: string])[] = [
  ['BCA', 'Bank Central Asia (BCA)'],
  ['MANDIRI', 'Bank Mandiri'],
  ['BNI', 'Bank Negara Indonesia (BNI)'],
  ['BRI', 'Bank Rakyat Indonesia (BRI)'],
  ['BSI', 'Bank Syariah Indonesia (BSI)'],
  ['CIMB', 'Bank CIMB Niaga'],
  ['PERMATA', 'Bank Permata'],
  ['DANAMON', 'Bank Danamon'],
  ['BTN', 'Bank Tabungan Negara (BTN)'],
  ['MAYBANK', 'Bank Maybank'],
  ['PANIN', 'Bank Panin'],
  ['OCBC', 'Bank OCBC NISP'],
  ['MEGA', 'Bank Mega'],
  ['SINARMAS', 'Bank Sinarmas'],
  ['BUKOPIN', 'Bank KB Bukopin'],
  ['MUAMALAT', 'Bank Muamalat Indonesia'],
  ['JAGO', 'Bank Jago'],
  ['SEABANK', 'Bank Seabank Indonesia'],
  ['BNC', 'Bank Neo Commerce'],
  ['ALLO', 'Allo Bank Indonesia'],
  ['BCA_SYR', 'Bank Central Asia (BCA) Syariah'],
  ['BTPN', 'Bank BTPN'],
  ['DKI', 'Bank DKI'],
  ['JAWA_BARAT_DAN_BANTEN', 'BPD Jawa Barat dan Banten (BJB)'],
  ['JAWA_TENGAH', 'BPD Jawa Tengah'],
  ['JAWA_TIMUR', 'BPD Jawa Timur'],
  ['BALI', 'BPD Bali'],
  ['SUMUT', 'BPD Sumatera Utara'],
]

/** A listed bank that accepts no payouts; the real gateway lists such banks too. */
const notDisbursing: ListedBank = {
  code: 'BANGKOK',
  name: 'Bangkok Bank',
  can_disburse: false,
}

export const listedBanks: readonly ListedBank[] = [
  ...disbursing.map(([code, name]) => ({ code, name, can_disburse: true })),
  notDisbursing,
]

/** Whether a payout's channel code, with its country prefix, names a bank that accepts payouts. */
export function isChannel(channelCode: string): boolean {
  return listedBanks.some(({ code, can_disburse: may }) => may && `ID_${code}` === channelCode)
}
