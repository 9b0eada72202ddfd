/** Calls of the console's money and people. */
import { LockBankAccount } from '../bank-account.ts'
import {
  DeskBooksQuery,
  DeskClosingQuery,
  DeskClosingsQuery,
  DeskLedgerQuery,
  DeskPersonLedgerQuery,
  LookAtBooks,
} from '../books.ts'
import {
  DecideChainDeposit,
  DecideChainWithdrawal,
  DeskChainDepositsQuery,
  DeskChainWithdrawalsQuery,
  PreviewChainWithdrawal,
  SteerChain,
} from '../chain-desk.ts'
import { BookReserve } from '../chain-reserve.ts'
import { DeployTrialToken, ReadContract } from '../desk-currencies.ts'
import {
  DecideDeposit,
  DecideWithdrawal,
  DeskDepositsQuery,
  DeskWithdrawalsQuery,
  PreviewDeposit,
  PreviewWithdrawal,
  RevealPerson,
} from '../desk.ts'
import {
  DecideIdentity,
  DeskIdentityQuery,
  IdentityFileQuery,
  PreviewIdentity,
  ShowIdentity,
} from '../kyc-desk.ts'
import { DeskPeopleQuery, FindPeople, NotePerson } from '../people.ts'
import { Nothing } from '../requests.ts'
import { DeskTaxQuery } from '../tax.ts'
import * as to from '../routes.ts'
import { desk, file, undescribed } from './call.ts'

export const deskMoneyCalls = {
  deskDeposits: desk(to.deskDeposits, DeskDepositsQuery, undescribed),
  deskDeposit: desk(to.deskDeposit, Nothing, undescribed),
  /** Answers with the picture or document that its owner handed in. */
  deskDepositFile: desk(to.deskDepositFile, Nothing, file),
  decideDeposit: desk(to.decideDeposit, DecideDeposit, undescribed),
  deskWithdrawals: desk(to.deskWithdrawals, DeskWithdrawalsQuery, undescribed),
  deskWithdrawal: desk(to.deskWithdrawal, Nothing, undescribed),
  decideWithdrawal: desk(to.decideWithdrawal, DecideWithdrawal, undescribed),
  /** Answers with the mail that the person would get. */
  previewDeposit: desk(to.previewDeposit, PreviewDeposit, undescribed),
  previewWithdrawal: desk(to.previewWithdrawal, PreviewWithdrawal, undescribed),
  deskIdentities: desk(to.deskIdentities, DeskIdentityQuery, undescribed),
  deskIdentity: desk(to.deskIdentity, Nothing, undescribed),
  showIdentity: desk(to.showIdentity, ShowIdentity, undescribed),
  /** Answers with a picture or video, for the token that showing the case gave. */
  deskIdentityFile: desk(to.deskIdentityFile, IdentityFileQuery, file),
  decideIdentity: desk(to.decideIdentity, DecideIdentity, undescribed),
  /** Answers with the mail that the person would get. */
  previewIdentity: desk(to.previewIdentity, PreviewIdentity, undescribed),
  deskChainDeposits: desk(to.deskChainDeposits, DeskChainDepositsQuery, undescribed),
  deskChainDeposit: desk(to.deskChainDeposit, Nothing, undescribed),
  decideChainDeposit: desk(to.decideChainDeposit, DecideChainDeposit, undescribed),
  deskChainWithdrawals: desk(to.deskChainWithdrawals, DeskChainWithdrawalsQuery, undescribed),
  deskChainWithdrawal: desk(to.deskChainWithdrawal, Nothing, undescribed),
  decideChainWithdrawal: desk(to.decideChainWithdrawal, DecideChainWithdrawal, undescribed),
  /** Answers with the mail that the person would get. */
  previewChainWithdrawal: desk(to.previewChainWithdrawal, PreviewChainWithdrawal, undescribed),
  deskChains: desk(to.deskChains, Nothing, undescribed),
  steerChain: desk(to.steerChain, SteerChain, undescribed),
  deskReserves: desk(to.deskReserves, Nothing, undescribed),
  /** Proposes; from another operator, with the same chain, currency and amount, it confirms. */
  bookReserve: desk(to.bookReserve, BookReserve, undescribed),
  /** A month's bourse fees and taxes of everybody. */
  deskTax: desk(to.deskTax, DeskTaxQuery, undescribed),
  /** Answers with a file of CSV, a line for each; that it was taken is recorded. */
  deskTaxCsv: desk(to.deskTaxCsv, DeskTaxQuery, file),
  deskBooks: desk(to.deskBooks, DeskBooksQuery, undescribed),
  /** Answers with a file, as all calls here that end in `export`. */
  exportBooks: desk(to.exportBooks, DeskBooksQuery, file),
  deskClosings: desk(to.deskClosings, DeskClosingsQuery, undescribed),
  deskClosing: desk(to.deskClosing, DeskClosingQuery, undescribed),
  exportClosing: desk(to.exportClosing, DeskClosingQuery, file),
  deskLedger: desk(to.deskLedger, DeskLedgerQuery, undescribed),
  exportLedger: desk(to.exportLedger, DeskLedgerQuery, file),
  personLedger: desk(to.personLedger, DeskPersonLedgerQuery, undescribed),
  deskReconciliation: desk(to.deskReconciliation, Nothing, undescribed),
  exportReconciliation: desk(to.exportReconciliation, Nothing, file),
  lookAtBooks: desk(to.lookAtBooks, LookAtBooks, undescribed),
  deskCurrencies: desk(to.deskCurrencies, Nothing, undescribed),
  /** What a contract says of itself, for the form that adds it. */
  readContract: desk(to.readContract, ReadContract, undescribed),
  /** Simulation: makes a token on a local chain. */
  deployTrialToken: desk(to.deployTrialToken, DeployTrialToken, undescribed),
  deskPeople: desk(to.deskPeople, DeskPeopleQuery, undescribed),
  findPeople: desk(to.findPeople, FindPeople, undescribed),
  deskPerson: desk(to.deskPerson, Nothing, undescribed),
  deskPersonActivity: desk(to.deskPersonActivity, Nothing, undescribed),
  notePerson: desk(to.notePerson, NotePerson, undescribed),
  revealPerson: desk(to.revealPerson, RevealPerson, undescribed),
  lockBankAccount: desk(to.lockBankAccount, LockBankAccount, undescribed),
  unlockBankAccount: desk(to.unlockBankAccount, LockBankAccount, undescribed),
} as const
