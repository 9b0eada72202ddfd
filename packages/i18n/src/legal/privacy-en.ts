/** The privacy policy in English. */
import type { LegalClause } from './text.ts'

export const privacySummaryEn: readonly string[] = [
  'We keep what your account and the law need, and nothing else. We never sell data.',
  'Passwords are kept only as a hash, codes only encrypted. Nobody here can read them.',
  'No advertising, no trackers, no third party’s scripts on money pages.',
  'You may see, correct, take along and delete your data, as far as the law lets us.',
  'Indonesian law applies, above all Law No. 27 of 2022 on personal data protection.',
]

export const privacySimulationEn: LegalClause = {
  title: 'Simulation',
  paragraphs: [
    'This exchange runs in simulation mode. Use invented particulars if you like. Mails go to a mailbox on the same machine, and whoever runs the exchange can read and empty everything on it.',
  ],
}

export const privacyClausesEn: readonly LegalClause[] = [
  {
    title: 'Who is responsible',
    paragraphs: [
      'The operator of this exchange is the controller of your personal data within the meaning of Law No. 27 of 2022 on personal data protection. You reach us, and our officer for data protection, through the contact page.',
      'This policy covers the website, its calls and its mails. It does not cover networks of digital assets: what is written there is public and cannot be deleted by anyone.',
    ],
  },
  {
    title: 'What we collect',
    paragraphs: [
      'When you register: name, e-mail address, and a password, of which we keep a hash. When you complete your profile: a nickname.',
      'When you verify your identity: number and picture of your identity card or passport, date and place of birth, gender, address, phone number, occupation, source of income, purpose of the account, tax number if you give it, a picture and a short video of your face.',
      'When you trade and pay: orders, trades, balances, deposits, withdrawals, bank account, addresses on networks, and, above the amount that the law names, name and address of the other side.',
      'When you use the website: time, network address, kind of device and browser, sessions, wrong attempts to sign in, and what our programs log to find faults. Logs hold no passwords, codes, tokens or documents.',
      'When you write to us: your message and our answer.',
    ],
  },
  {
    title: 'Why we use it, and on what basis',
    paragraphs: [
      'To fulfill our contract with you: to run your account, match your orders, carry out deposits and withdrawals, and answer you.',
      'To obey the law: to know our customers, to watch for money laundering and the financing of terrorism, to withhold taxes, to report to the regulator, and to keep books.',
      'For legitimate interests: to protect accounts against others, to keep the exchange running, to settle disputes. We weigh these against yours.',
      'With your consent: for the picture and video of your face, and for anything beyond the above. You may take consent back at any time; what was done before stays lawful.',
    ],
  },
  {
    title: 'Pictures and videos of your face',
    paragraphs: [
      'They are particular data under the law. We use them only to compare you with your document and to see that a living person sits before the camera.',
      'They are encrypted, kept apart from other data, opened only by those who verify identities, and every opening is written down.',
    ],
  },
  {
    title: 'Decisions by machines',
    paragraphs: [
      'A program proposes whether a verification can be approved, and watches for transactions that do not fit. In live operation a person confirms what the program proposes against you. You may ask for a person to look again, and say how you see it.',
    ],
  },
  {
    title: 'Cookies and what is stored on your device',
    paragraphs: [
      'Two cookies keep you signed in: “jwt” and “usid”. They live as long as the session. During a two-factor sign-in two more, “temp_email” and “temp_password”, hold your e-mail address and a one-time mark that is no password; they are removed afterwards and end within a day.',
      'Your browser also stores your choice of language, colors and row height. We set no cookies for advertising or for counting visitors, and no other party sets any through us.',
    ],
  },
  {
    title: 'The check against robots',
    paragraphs: [
      'Forms that robots like are protected by a small computation in your browser. It asks you for nothing and tells us nothing about you.',
      'If the operator has chosen a service of another company for this instead, that service is loaded on these forms alone, and its own terms apply to what it sees.',
    ],
  },
  {
    title: 'Who receives data',
    paragraphs: [
      'Banks and payment services, to the extent that a deposit or withdrawal needs it. Operators of networks see the transfers that you order.',
      'Other exchanges and wallets, where the travel rule obliges us to name sender and receiver.',
      'The regulator, the futures exchange and the clearing house, the tax office, the financial intelligence unit (PPATK), and courts, where the law obliges us.',
      'Companies that work for us, such as those that run machines or send mails, bound by contract to do with the data what we say and nothing else. We sell data to nobody.',
    ],
  },
  {
    title: 'Where data are kept',
    paragraphs: [
      'In Indonesia. If data must go to another country, we see to it that protection there is at least equal, or bind those who receive them by contract, or ask you first.',
    ],
  },
  {
    title: 'How long data are kept',
    paragraphs: [
      'Account, identity and transaction data: as long as the account lives, and at least five years after that, as the law against money laundering demands. Accounting records: ten years.',
      'Sessions: 7 days. Codes and links in mails: an hour to a day. Logs: 90 days. Messages to us: two years after the last answer.',
      'After that data are deleted, or changed so that nobody can be recognized in them.',
    ],
  },
  {
    title: 'How data are protected',
    paragraphs: [
      'Connections are encrypted. Passwords are kept as an argon2id hash, the secrets of two-factor sign-in encrypted, session tokens and links in mails only as hashes.',
      'Whoever works here sees only what the task needs; reading personal data is written down in a log that cannot be changed.',
      'If data get into wrong hands in spite of all this, we tell you and the authority within 3 times 24 hours: which data, when and how, and what is being done.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may ask what we keep about you and why, and receive a copy. You may have mistakes corrected and gaps filled.',
      'You may take back consent, object to a decision made by a machine alone, ask that use be paused, and have data deleted, as far as no law makes us keep them.',
      'You may receive your data in a form that other systems can read, and have them sent to another controller where that is technically safe.',
      'Write to us through the contact page. We answer within 3 times 24 hours after we are sure that it is you. You may also complain to the authority for the protection of personal data, and claim damages.',
    ],
  },
  {
    title: 'Deletion of the account',
    paragraphs: [
      'You can delete your account in your settings. Your name, e-mail address and nickname are then replaced so that your trades can no longer be connected with you in daily operation. What the law makes us keep is locked away and deleted when its time is over.',
    ],
  },
  {
    title: 'Minors',
    paragraphs: [
      'The exchange is not meant for people under 18. If we learn that we keep data of one, we delete them, as far as the law lets us.',
    ],
  },
  {
    title: 'Law, language and changes',
    paragraphs: [
      'This policy is governed by the law of the Republic of Indonesia. Where the two languages differ, the Indonesian text prevails.',
      'If this policy changes in a way that concerns you, you are told at least 14 days before, by mail or by a notification. The date of the last change stands above.',
    ],
  },
]
