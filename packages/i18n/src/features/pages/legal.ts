/** Headings and navigation of legal texts. */
import { defineMessages } from '../../catalogue.ts'

export const legalMessages = defineMessages(
  {
    termsTitle: 'Terms and conditions',
    privacyTitle: 'Privacy policy',
    updated: 'Last updated {date}',
    law: 'Governed by the law of the Republic of Indonesia',
    inShort: 'In short',
    contents: 'Contents',
    print: 'Print',
    questions: 'Questions about this text?',
    contact: 'Contact us',
  },
  {
    termsTitle: 'Syarat dan ketentuan',
    privacyTitle: 'Kebijakan privasi',
    updated: 'Terakhir diperbarui {date}',
    law: 'Diatur oleh hukum Republik Indonesia',
    inShort: 'Ringkasan',
    contents: 'Daftar isi',
    print: 'Cetak',
    questions: 'Ada pertanyaan tentang teks ini?',
    contact: 'Hubungi kami',
  },
)
