/** The console's calls for money and users. */
import { DeskContract, DeskCurrencies, TrialToken } from '../answers/desk-listing.ts'
import {
  DeskBooks,
  DeskChainDeposit,
  DeskChainDepositRow,
  DeskChains,
  DeskChainWithdrawal,
  DeskChainWithdrawalRow,
  DeskClosing,
  DeskClosings,
  DeskLedger,
  DeskReconciliation,
  DeskReserve,
} from '../answers/desk-money.ts'
import {
  DeskIdentity,
  DeskIdentityRow,
  DeskIdentityShown,
  DeskPeople,
  DeskPersonActivity,
  DeskPersonDetail,
  DeskPersonFound,
} from '../answers/desk-people.ts'
import {
  DeskDeposit,
  DeskDepositRow,
  DeskPreview,
  DeskRevealed,
  DeskWithdrawal,
  DeskWithdrawalRow,
} from '../answers/desk.ts'
import { Added, data, Done, many, pageOf } from '../answers/shapes.ts'
import { LockBankAccount } from '../wallets/bank-account.ts'
import {
  DeskBooksQuery,
  DeskClosingQuery,
  DeskClosingsQuery,
  DeskLedgerQuery,
  DeskPersonLedgerQuery,
  LookAtBooks,
} from '../desk/accounting.ts'
import {
  DecideChainDeposit,
  DecideChainWithdrawal,
  DeskChainDepositsQuery,
  DeskChainWithdrawalsQuery,
  PreviewChainWithdrawal,
  SteerChain,
} from '../desk/chain-transfers.ts'
import { BookReserve } from '../desk/chain-reserve.ts'
import { DeployTrialToken, ReadContract } from '../desk/currencies.ts'
import {
  DecideDeposit,
  DecideWithdrawal,
  DeskDepositsQuery,
  DeskWithdrawalsQuery,
  PreviewDeposit,
  PreviewWithdrawal,
  RevealPerson,
} from '../desk/desk.ts'
import {
  DecideIdentity,
  DeskIdentityQuery,
  IdentityFileQuery,
  PreviewIdentity,
  ShowIdentity,
} from '../desk/identity-cases.ts'
import { DeskPeopleQuery, FindPeople, NotePerson } from '../desk/people.ts'
import { Nothing } from '../requests.ts'
import { DeskTax } from '../answers/desk-tax.ts'
import { DeskTaxQuery } from '../records/tax.ts'
import { desk, file } from './call.ts'
import * as to from '../routes.ts'

export const deskMoneyCalls = {
  deskDeposits: desk(to.deskDeposits, DeskDepositsQuery, data(pageOf(DeskDepositRow))),
  deskDeposit: desk(to.deskDeposit, Nothing, data(DeskDeposit)),
  /** Answers with the uploaded image or document. */
  deskDepositFile: desk(to.deskDepositFile, Nothing, file),
  decideDeposit: desk(to.decideDeposit, DecideDeposit, Done),
  deskWithdrawals: desk(to.deskWithdrawals, DeskWithdrawalsQuery, data(pageOf(DeskWithdrawalRow))),
  deskWithdrawal: desk(to.deskWithdrawal, Nothing, data(DeskWithdrawal)),
  decideWithdrawal: desk(to.decideWithdrawal, DecideWithdrawal, Done),
  /** Answers with the e-mail that the user would get. */
  previewDeposit: desk(to.previewDeposit, PreviewDeposit, data(DeskPreview)),
  previewWithdrawal: desk(to.previewWithdrawal, PreviewWithdrawal, data(DeskPreview)),
  deskIdentities: desk(to.deskIdentities, DeskIdentityQuery, data(pageOf(DeskIdentityRow))),
  deskIdentity: desk(to.deskIdentity, Nothing, data(DeskIdentity)),
  showIdentity: desk(to.showIdentity, ShowIdentity, data(DeskIdentityShown)),
  /** Answers with an image or video; needs the token of the revealed case. */
  deskIdentityFile: desk(to.deskIdentityFile, IdentityFileQuery, file),
  decideIdentity: desk(to.decideIdentity, DecideIdentity, Done),
  /** Answers with the e-mail that the user would get. */
  previewIdentity: desk(to.previewIdentity, PreviewIdentity, data(DeskPreview)),
  deskChainDeposits: desk(
    to.deskChainDeposits,
    DeskChainDepositsQuery,
    data(pageOf(DeskChainDepositRow)),
  ),
  deskChainDeposit: desk(to.deskChainDeposit, Nothing, data(DeskChainDeposit)),
  decideChainDeposit: desk(to.decideChainDeposit, DecideChainDeposit, Done),
  deskChainWithdrawals: desk(
    to.deskChainWithdrawals,
    DeskChainWithdrawalsQuery,
    data(pageOf(DeskChainWithdrawalRow)),
  ),
  deskChainWithdrawal: desk(to.deskChainWithdrawal, Nothing, data(DeskChainWithdrawal)),
  decideChainWithdrawal: desk(to.decideChainWithdrawal, DecideChainWithdrawal, Done),
  /** Answers with the e-mail that the user would get. */
  previewChainWithdrawal: desk(
    to.previewChainWithdrawal,
    PreviewChainWithdrawal,
    data(DeskPreview),
  ),
  deskChains: desk(to.deskChains, Nothing, data(DeskChains)),
  steerChain: desk(to.steerChain, SteerChain, Done),
  deskReserves: desk(to.deskReserves, Nothing, data(many(DeskReserve))),
  /**
   * Proposes a booking. The same request of another operator, with the same chain, currency and amount,
   * confirms it.
   */
  bookReserve: desk(to.bookReserve, BookReserve, Done),
  /** All bourse fees and taxes of a month. */
  deskTax: desk(to.deskTax, DeskTaxQuery, data(DeskTax)),
  /** Answers with a CSV file of all rows; the download is recorded in the audit log. */
  deskTaxCsv: desk(to.deskTaxCsv, DeskTaxQuery, file),
  deskBooks: desk(to.deskBooks, DeskBooksQuery, data(DeskBooks)),
  /** Answers with a file, like all calls here whose path ends in `export`. */
  exportBooks: desk(to.exportBooks, DeskBooksQuery, file),
  deskClosings: desk(to.deskClosings, DeskClosingsQuery, data(DeskClosings)),
  deskClosing: desk(to.deskClosing, DeskClosingQuery, data(DeskClosing)),
  exportClosing: desk(to.exportClosing, DeskClosingQuery, file),
  deskLedger: desk(to.deskLedger, DeskLedgerQuery, data(DeskLedger)),
  exportLedger: desk(to.exportLedger, DeskLedgerQuery, file),
  personLedger: desk(to.personLedger, DeskPersonLedgerQuery, data(DeskLedger)),
  deskReconciliation: desk(to.deskReconciliation, Nothing, data(DeskReconciliation)),
  exportReconciliation: desk(to.exportReconciliation, Nothing, file),
  lookAtBooks: desk(to.lookAtBooks, LookAtBooks, data(DeskReconciliation)),
  deskCurrencies: desk(to.deskCurrencies, Nothing, data(DeskCurrencies)),
  /** Reads a contract's own data, for the form that adds it. */
  readContract: desk(to.readContract, ReadContract, data(DeskContract)),
  /** Simulation only: creates a token on a local chain. */
  deployTrialToken: desk(to.deployTrialToken, DeployTrialToken, data(TrialToken)),
  deskPeople: desk(to.deskPeople, DeskPeopleQuery, data(DeskPeople)),
  findPeople: desk(to.findPeople, FindPeople, data(many(DeskPersonFound))),
  deskPerson: desk(to.deskPerson, Nothing, data(DeskPersonDetail)),
  deskPersonActivity: desk(to.deskPersonActivity, Nothing, data(DeskPersonActivity)),
  notePerson: desk(to.notePerson, NotePerson, data(Added)),
  revealPerson: desk(to.revealPerson, RevealPerson, data(DeskRevealed)),
  lockBankAccount: desk(to.lockBankAccount, LockBankAccount, Done),
  unlockBankAccount: desk(to.unlockBankAccount, LockBankAccount, Done),
} as const
