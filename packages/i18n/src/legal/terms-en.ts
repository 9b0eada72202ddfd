/** The terms and conditions in English. */
import type { LegalClause } from './text.ts'

export const termsSummaryEn: readonly string[] = [
  'One person, one account, true particulars. Keep your password and codes to yourself.',
  'A confirmed order binds you until it is filled or canceled. A trade that has taken place is final.',
  'Fees and taxes stand in front of you before you place an order, and in the receipt afterwards.',
  'Prices of digital assets can fall to nothing. We give no advice.',
  'You may leave at any time. Indonesian law applies, and the Indonesian text prevails.',
]

export const termsSimulationEn: LegalClause = {
  title: 'Simulation',
  paragraphs: [
    'This exchange runs in simulation mode. No real transactions, deposits or withdrawals happen: every amount is play money, without value and without claim on anyone.',
    'Prices and order books are made by programs that trade on this exchange. They are no offer and no advice.',
    'Where these terms speak of money, assets, deposits, withdrawals or taxes, they describe what would apply in live operation.',
  ],
}

export const termsClausesEn: readonly LegalClause[] = [
  {
    title: 'What these terms cover',
    paragraphs: [
      'These terms are the contract between you and the operator of this exchange. They cover the website, its calls, and everything that you do with your account. By ticking the box at registration you accept them.',
      'In these terms, “asset” means a digital asset that is listed here; “order” means your instruction to buy or sell an asset at a price of your choice or better; “balance” means what our books owe you; “we” means the operator.',
      'Other texts add to these terms: the privacy policy, the fee table shown with every order, and the user agreement that follows identity verification.',
    ],
  },
  {
    title: 'Who may have an account',
    paragraphs: [
      'You are at least 18 years old or married, may enter into contracts, and act for yourself. One person has one account. What you tell us about yourself is true and stays up to date.',
      'You may not use the exchange if the law of the place where you live forbids it, or if your name stands on a list of suspected terrorists, of financiers of the proliferation of weapons, or on a sanctions list that binds us.',
      'An account cannot be sold, lent or passed on.',
    ],
  },
  {
    title: 'Your access',
    paragraphs: [
      'You keep your password and codes to yourself and tell us at once if someone else may know them. What is done with your password counts as done by you until you tell us.',
      'We offer two-factor sign-in, a list of your sessions that you can end, and a message when a new device signs in. Use them. We never ask for your password or a code, by any channel.',
      'We may end sessions, delay withdrawals or lock an account for a while when we see signs that someone else is using it.',
    ],
  },
  {
    title: 'Verification',
    paragraphs: [
      'The law obliges us to know who trades here, among it Regulation No. 8 of 2021 of the Commodity Futures Trading Regulatory Agency (Article 27 paragraph 5) and the law against money laundering. We may ask for documents, a picture and a video of you, and may limit an account until they have been checked.',
      'We may ask again when the law asks for it, when your particulars change, or when a transaction does not fit what we know of you. A verification that cannot be completed may end the account.',
    ],
  },
  {
    title: 'Orders and trades',
    paragraphs: [
      'An order is binding once it is confirmed, and it is confirmed only after it has been written down. Orders are matched by price, then by time. You may cancel what has not been filled.',
      'A trade that has taken place is final. Both sides trade at the price of the order that stood in the book first.',
      'An order that would trade with an order of your own fills up to that order; the rest of it is canceled.',
      'We may refuse an order that breaks the limits of a market, and may halt a market to protect its participants. Open orders then stay as they are.',
      'If a trade came about by an evident fault of the system, we may reverse it for both sides within 24 hours. We say why, and nobody keeps a loss or a gain from it.',
    ],
  },
  {
    title: 'Fees and taxes',
    paragraphs: [
      'Fees, bourse fees and taxes are shown before you place an order and stand in its receipt. They are taken from what you receive, computed for each fill and rounded down to the smallest unit.',
      'Taxes on trades are withheld and paid as the law of the Republic of Indonesia says. What you owe beyond that is for you to declare.',
      'Rates may change for the future. A change is announced before it applies and never touches an order that is already filled.',
    ],
  },
  {
    title: 'Your money and assets',
    paragraphs: [
      'Your balance is what our books owe you. It is kept apart from our own property, it earns no interest, and we do not lend it.',
      'What is held for open orders or for a withdrawal on its way cannot be used elsewhere until the order is filled or canceled or the withdrawal is done.',
      'If a balance shows an amount that is not yours, tell us. An amount that was credited by mistake may be taken back; what you already used of it, you owe us.',
    ],
  },
  {
    title: 'Deposits',
    paragraphs: [
      'A rupiah deposit must come from a bank account in your own name. A deposit from elsewhere is sent back, less what sending it back costs.',
      'A deposit of an asset is credited after as many confirmations of its network as the deposit page names. An asset sent over a network that the page does not name may be lost; we will try to recover it, but do not promise it.',
      'At or above the amount that the law names, we must know the sender of an asset. Until you have told us, the deposit is held.',
    ],
  },
  {
    title: 'Withdrawals',
    paragraphs: [
      'Rupiah goes to the bank account in your name that stands in your settings. Assets go to the address that you give; check it with care, since a transfer on a network cannot be called back.',
      'Each withdrawal is confirmed by you with a code. We may check it further, and tell you in which step it is. Limits and fees stand in the form.',
      'After a change of password, of two-factor sign-in or of bank account, withdrawals may rest for up to 24 hours.',
    ],
  },
  {
    title: 'Risk',
    paragraphs: [
      'Prices of digital assets can fall quickly and to nothing. Trade only with what you can afford to lose. Past prices say nothing about later ones.',
      'Networks can stall, split or be attacked; an asset can lose its purpose or its legal standing; a market can be so thin that your order moves the price.',
      'We give no advice, and nothing on these pages is one. You decide for yourself.',
    ],
  },
  {
    title: 'Listing and delisting of assets',
    paragraphs: [
      'We list only assets that the regulator permits. We may end the listing of an asset when it is no longer permitted, when its network is no longer safe, or when too little of it is traded.',
      'Before trading in an asset ends you have at least 30 days’ notice, unless the law or an attack leaves no time. You can withdraw the asset for at least 60 days after that.',
      'When a network splits, we decide whether the new asset is listed. Until then your balance is the asset that we name.',
    ],
  },
  {
    title: 'What is not allowed',
    paragraphs: [
      'You do not use the exchange for money laundering, the financing of terrorism, fraud, or any other crime. You do not manipulate a market: no orders that are not meant to be filled, no trades agreed in advance, no rumors, no trading with yourself through others.',
      'You do not disturb the operation of the exchange, do not evade its limits, and do not search for its weaknesses except as our contact page allows: tell us, take nothing, and wait until it is mended.',
      'We may suspend an account that breaks these rules, cancel its orders, and report it where the law says so. We may be forbidden to tell you why.',
    ],
  },
  {
    title: 'Operation and maintenance',
    paragraphs: [
      'The exchange is open every day at all hours. Now and then it must be maintained; your balances and open orders are then kept as they are. We announce planned maintenance where we can.',
      'While the exchange cannot be reached, you cannot place or cancel orders. Whoever needs to limit losses at all times should not rely on a single place.',
    ],
  },
  {
    title: 'Liability',
    paragraphs: [
      'We answer for damage that we cause on purpose or by gross negligence, and always for the balance that our books owe you.',
      'We do not answer for the price of assets, for networks, banks and other parties, for losses through access that you gave away, or for events beyond our control such as natural disasters, acts of the state, war, or a general failure of power or the internet.',
      'For everything else our liability is limited to the fees that you paid in the twelve months before the damage. Rights that the law gives consumers and that cannot be waived stay untouched.',
    ],
  },
  {
    title: 'Personal data',
    paragraphs: [
      'We use your data to run your account and to obey the law, keep them as long as the law asks, and never sell them. The privacy policy says what we keep, why, for how long, and what rights you have.',
    ],
  },
  {
    title: 'Rights in this website',
    paragraphs: [
      'The design, texts and programs of this website belong to us or to those who licensed them to us. Market data may be used for your own trading; whoever passes them on names their source.',
      'Programs may use the calls of the exchange within the limits that it states.',
    ],
  },
  {
    title: 'End of the account',
    paragraphs: [
      'You may close your account at any time in your settings, once no order is open, no withdrawal is on its way, and the balance is withdrawn.',
      'We may end the contract with notice of 30 days, or at once if these terms are broken or the law demands it. You then receive your balance, unless the law or a court holds it.',
      'What the law makes us keep is kept after the end of the account: in general five years from the end of the relationship.',
    ],
  },
  {
    title: 'Messages and complaints',
    paragraphs: [
      'We write to the e-mail address of your account and through the notifications on this website. A message counts as received on the day after it was sent.',
      'Complaints reach us through the contact page. We confirm them within two working days and answer within twenty; if it takes longer, we say why.',
    ],
  },
  {
    title: 'Law, disputes and changes',
    paragraphs: [
      'These terms are governed by the law of the Republic of Indonesia.',
      'We first try to settle a dispute by talking, for 30 days from your complaint. After that it is settled through the complaint and mediation procedures of the futures exchange and the regulator, and else by the District Court of South Jakarta. Consumers may turn to the consumer dispute settlement body of the place where they live.',
      'If these terms change, you are told at least 14 days before the change applies and may close your account. Changes that the law demands may apply earlier.',
      'If one of these clauses is void, the others stand. Where the two languages differ, the Indonesian text prevails.',
    ],
  },
]
