/** Calls for deposits and withdrawals. */
import {
  BitcoinAddressRow,
  BitcoinDepositRow,
  BitcoinWithdrawalRow,
  ChainDepositRow,
  ChainWithdrawalRow,
  ChainWithdrawalRulesData,
  EvmTokenRow,
  FaucetGift,
  GivenAddressRow,
  PayeeRow,
  WalletAddressRow,
} from '../answers/coins.ts'
import {
  BankAccountRow,
  BanksData,
  CounterpartyRow,
  DepositRow,
  LinkedWithdrawalRow,
  RulesData,
  WithdrawalRow,
} from '../answers/wallets.ts'
import * as z from 'zod/mini'
import {
  ChangeCounterparty,
  RemoveCounterparty,
  SaveCounterparty,
} from '../wallets/address-book.ts'
import { commanded, data, Count, Done, many, pageOf } from '../answers/shapes.ts'
import { SaveBankAccount } from '../wallets/bank-account.ts'
import {
  ClaimCoin,
  ClaimToken,
  EvmChainIdQuery,
  EvmTokensQuery,
  TellSender,
  UseFaucet,
} from '../wallets/chain-deposits.ts'
import {
  CancelChainWithdrawal,
  ChainRulesQuery,
  ChainWithdrawalLink,
  CheckPayee,
  WithdrawBitcoin,
  WithdrawEvmCoin,
  WithdrawEvmToken,
} from '../wallets/chain-withdrawals.ts'
import { ListQuery } from '../list.ts'
import { Nothing } from '../requests.ts'
import { CancelByLink, CancelWithdrawal, MakeDeposit, Withdraw } from '../wallets/rupiah.ts'
import { open, own } from './call.ts'
import * as to from '../routes.ts'

export const walletsCalls = {
  bankAccount: own(to.bankAccount, Nothing, data(z.nullable(BankAccountRow))),
  saveBankAccount: own(to.saveBankAccount, SaveBankAccount, Done),
  banks: own(to.banks, Nothing, data(BanksData)),
  rupiahMinDeposit: open(to.rupiahMinDeposit, Nothing, data(Count)),
  rupiahPayoutFee: own(to.rupiahPayoutFee, Nothing, data(Count)),
  rupiahRules: own(to.rupiahRules, Nothing, data(RulesData)),
  makeDeposit: own(to.makeDeposit, MakeDeposit, commanded(DepositRow)),
  deposits: own(to.deposits, ListQuery, data(pageOf(DepositRow))),
  /** A form with the fields `depoidr_id` and `depoidr_file`. */
  depositFile: own(to.depositFile, Nothing, Done),
  withdraw: own(to.withdraw, Withdraw, commanded(WithdrawalRow)),
  withdrawals: own(to.withdrawals, ListQuery, data(pageOf(WithdrawalRow))),
  cancelWithdrawal: own(to.cancelWithdrawal, CancelWithdrawal, Done),
  cancelWithdrawalByLink: open(to.cancelWithdrawalByLink, CancelByLink, Done),
  withdrawalOfLink: open(to.withdrawalOfLink, CancelByLink, data(LinkedWithdrawalRow)),
  /** Called by the gateway only: its token is in the header `x-callback-token`. */
  invoiceCallback: open(to.invoiceCallback, Nothing, Done),
  payoutCallback: open(to.payoutCallback, Nothing, Done),
  evmAddress: own(to.evmAddress, Nothing, data(WalletAddressRow)),
  makeEvmAddress: own(to.makeEvmAddress, Nothing, data(GivenAddressRow)),
  bitcoinAddress: own(
    to.bitcoinAddress,
    Nothing,
    data(z.union([BitcoinAddressRow, WalletAddressRow])),
  ),
  makeBitcoinAddress: own(to.makeBitcoinAddress, Nothing, data(GivenAddressRow)),
  chainDeposits: own(to.chainDeposits, ListQuery, data(pageOf(ChainDepositRow))),
  tellSender: own(to.tellSender, TellSender, Done),
  bitcoinDeposits: own(to.bitcoinDeposits, ListQuery, data(pageOf(BitcoinDepositRow))),
  claimToken: own(to.claimToken, ClaimToken, data(many(ChainDepositRow))),
  claimCoin: own(to.claimCoin, ClaimCoin, data(many(ChainDepositRow))),
  evmChainId: open(to.evmChainId, EvmChainIdQuery, data(z.int())),
  evmTokens: own(to.evmTokens, EvmTokensQuery, data(many(EvmTokenRow))),
  /** Simulation only: sends test coins to the user's address. */
  useFaucet: own(to.useFaucet, UseFaucet, data(FaucetGift)),
  counterparties: own(to.counterparties, Nothing, data(many(CounterpartyRow))),
  saveCounterparty: own(to.saveCounterparty, SaveCounterparty, commanded(CounterpartyRow)),
  changeCounterparty: own(to.changeCounterparty, ChangeCounterparty, data(CounterpartyRow)),
  removeCounterparty: own(to.removeCounterparty, RemoveCounterparty, Done),
  withdrawEvmCoin: own(to.withdrawEvmCoin, WithdrawEvmCoin, commanded(ChainWithdrawalRow)),
  withdrawEvmToken: own(to.withdrawEvmToken, WithdrawEvmToken, commanded(ChainWithdrawalRow)),
  withdrawBitcoin: own(to.withdrawBitcoin, WithdrawBitcoin, commanded(BitcoinWithdrawalRow)),
  chainWithdrawals: own(to.chainWithdrawals, ListQuery, data(pageOf(ChainWithdrawalRow))),
  bitcoinWithdrawals: own(to.bitcoinWithdrawals, ListQuery, data(pageOf(BitcoinWithdrawalRow))),
  /** Fees, limits and chains of a currency's withdrawals. */
  chainWithdrawalRules: own(
    to.chainWithdrawalRules,
    ChainRulesQuery,
    data(ChainWithdrawalRulesData),
  ),
  /** Checks an address before a code is requested; a refusal has the reason. */
  checkPayee: own(to.checkPayee, CheckPayee, data(PayeeRow)),
  cancelChainWithdrawal: own(to.cancelChainWithdrawal, CancelChainWithdrawal, Done),
  cancelChainWithdrawalByLink: open(to.cancelChainWithdrawalByLink, ChainWithdrawalLink, Done),
  chainWithdrawalOfLink: open(
    to.chainWithdrawalOfLink,
    ChainWithdrawalLink,
    data(ChainWithdrawalRow),
  ),
} as const
