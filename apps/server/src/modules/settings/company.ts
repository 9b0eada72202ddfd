/** The company that runs the exchange, as documents of taxes and statements name it. */
import { type Setting, type SettingGroup, textSetting } from './setting.ts'

const group: SettingGroup = {
  key: 'company',
  title: { en: 'The company', id: 'Perusahaan' },
}
const roles = ['finance', 'admin'] as const
const nameLengthMax = 120
const addressLengthMax = 300

export type CompanySettings = {
  readonly name: Setting<string>
  readonly address: Setting<string>
  /** 15 or 16 digits, or 22 for a branch; empty if there is none. */
  readonly npwp: Setting<string>
}

/** The company's settings; the default of the name is the product's name. */
export function companySettingsOf(product: string): CompanySettings {
  return {
    name: textSetting({
      key: 'company.name',
      group,
      title: { en: 'Name of the company', id: 'Nama perusahaan' },
      note: {
        en: 'As it stands on evidence of taxes and on statements.',
        id: 'Sebagaimana tercantum pada bukti pajak dan laporan rekening.',
      },
      roles,
      byDefault: product,
      most: nameLengthMax,
      grammar: /./,
    }),
    address: textSetting({
      key: 'company.address',
      group,
      title: { en: 'Address of the company', id: 'Alamat perusahaan' },
      note: {
        en: 'On one line, as it is registered with the tax office.',
        id: 'Dalam satu baris, sesuai yang terdaftar di kantor pajak.',
      },
      roles,
      byDefault: '',
      most: addressLengthMax,
    }),
    npwp: textSetting({
      key: 'company.npwp',
      group,
      title: { en: 'NPWP of the company', id: 'NPWP perusahaan' },
      note: {
        en: 'The tax number: 15, 16 or 22 digits, without dots.',
        id: 'Nomor pokok wajib pajak: 15, 16, atau 22 digit, tanpa titik.',
      },
      roles,
      byDefault: '',
      most: 22,
      grammar: /^(?:\d{15}|\d{16}|\d{22})?$/,
    }),
  }
}
