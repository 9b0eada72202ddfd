/** Texts of the simulation's mailbox. */

export const mailboxTexts = {
  en: {
    title: 'Mailbox of the simulation',
    intro:
      'Mails of the exchange arrive here, because no mail server is configured. Only this machine sees them.',
    empty: 'No mail yet. Sign up or ask for a new password, and it arrives here within a second.',
    to: 'To',
    from: 'From',
    subject: 'Subject',
    time: 'Time',
    back: 'All mails',
    exchange: 'To the exchange',
    asText: 'As text',
    filtered: 'Mails to {to}',
    missing: 'This mail is not here any more.',
  },
  id: {
    title: 'Kotak surat simulasi',
    intro:
      'Email dari bursa tiba di sini karena server email tidak diatur. Hanya mesin ini yang melihatnya.',
    empty:
      'Belum ada email. Daftar atau minta kata sandi baru, dan email tiba di sini dalam sedetik.',
    to: 'Kepada',
    from: 'Dari',
    subject: 'Subjek',
    time: 'Waktu',
    back: 'Semua email',
    exchange: 'Ke bursa',
    asText: 'Sebagai teks',
    filtered: 'Email kepada {to}',
    missing: 'Email ini sudah tidak ada.',
  },
} as const
