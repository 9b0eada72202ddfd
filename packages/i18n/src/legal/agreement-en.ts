/** The user agreement in English. */
import type { LegalClause } from './text.ts'

export const agreementSummaryEn: readonly string[] = [
  'What you told us about yourself is true, and you act with your own money for yourself.',
  'You know that prices can fall to nothing, and that a trade cannot be undone.',
  'Your assets and rupiah are kept apart from ours and are paid out to your own name alone.',
  'We check where money comes from, and report what the law tells us to report.',
  'You can leave at any time. Indonesian law applies, and the Indonesian text prevails.',
]

export const agreementSimulationEn: LegalClause = {
  title: 'Simulation',
  paragraphs: [
    'This exchange runs in simulation mode. No real transactions, deposits or withdrawals happen: every amount is play money, without value and without claim on anyone.',
    'Where this agreement speaks of money, assets, deposits, withdrawals or taxes, it describes what would apply in live operation.',
  ],
}

export const agreementClausesEn: readonly LegalClause[] = [
  {
    title: 'What you agree to',
    paragraphs: [
      'This agreement adds to the terms and conditions. It is concluded once your identity is verified, and opens deposits and withdrawals to you. We keep which version you agreed to, and when.',
      'In this agreement, “we” means the operator of this exchange, “asset” a digital asset that is listed here, and “balance” what our books owe you.',
    ],
  },
  {
    title: 'Who you are',
    paragraphs: [
      'You confirm that the particulars and documents that you gave us are true, complete and your own, and that you tell us within 30 days when they change.',
      'You act for yourself and not for others, with money and assets that are yours and come from lawful sources. You do not lend your account to anyone.',
      'You are not on a list of suspected terrorists, of financiers of the proliferation of weapons, or on a sanctions list that binds us. Whoever holds a high public office, or is close to somebody who does, tells us so.',
    ],
  },
  {
    title: 'Risks that you accept',
    paragraphs: [
      'The price of a digital asset can rise and fall fast, and can fall to nothing. Only use what you can afford to lose. We give no advice and promise no gain.',
      'Networks of digital assets can be slow, split or fail, and what is sent to a wrong address cannot be called back. Rules and taxes can change.',
      'Digital assets are no means of payment in Indonesia, where the rupiah alone is, and no deposit guarantee covers them.',
    ],
  },
  {
    title: 'Your money and your assets',
    paragraphs: [
      'We keep your rupiah and your assets apart from our own, write every change of them down in double entry, and owe you what your balance says. We neither lend nor pledge them.',
      'Deposits come from you, withdrawals go to a bank account in your own verified name or to an address that you name. We may hold a withdrawal while we check it, and tell you that we do.',
      'Where we credited you by mistake we may take it back, and say why.',
    ],
  },
  {
    title: 'Orders',
    paragraphs: [
      'You give orders through your account, and each confirmed order binds you until it is filled or canceled. Fees, taxes and the price limit stand in front of you before you confirm.',
      'You do not trade with yourself, do not place orders that you do not mean, and do not agree on prices with others in order to move a market.',
    ],
  },
  {
    title: 'Checks and reports',
    paragraphs: [
      'The law against money laundering and the rules of the regulator oblige us to know you, to watch for transactions that do not fit what we know, to ask you about them, and to report suspicious ones without telling you.',
      'Above the amount that the law names we pass name and address of sender and receiver on with a transfer of assets, and ask you for those of the other side.',
      'We may limit or close an account where you do not answer, where particulars prove untrue, or where an authority orders it.',
    ],
  },
  {
    title: 'Your data',
    paragraphs: [
      'We use what you told us, your documents, your picture and your video to verify you and to obey the law. They are encrypted, opened only by those who verify identities, and every opening is written down.',
      'We keep them for at least five years after you leave, as the law asks, and destroy them after that. The privacy policy says what else applies.',
    ],
  },
  {
    title: 'Liability',
    paragraphs: [
      'We answer for what we cause by intent or negligence. We do not answer for losses that come from prices, from networks of assets, from somebody to whom you gave your password or codes, or from what nobody could prevent.',
      'Nothing in this agreement takes from you what the law gives to consumers.',
    ],
  },
  {
    title: 'Term and changes',
    paragraphs: [
      'This agreement runs until you delete your account or we end it with 30 days’ notice, at once where the law or an authority asks for it. Your balance is paid out to you in any case, unless an authority forbids it.',
      'We announce changes 30 days ahead by e-mail and ask you to agree to them. Whoever does not agree may leave until then.',
    ],
  },
  {
    title: 'Law and disputes',
    paragraphs: [
      'This agreement is governed by the law of the Republic of Indonesia. Write to us first; we answer within 20 working days. A dispute that we cannot settle together goes to mediation, and after that to the court of the place where you live in Indonesia, or of Central Jakarta.',
      'Where the two languages differ, the Indonesian text prevails.',
    ],
  },
]
