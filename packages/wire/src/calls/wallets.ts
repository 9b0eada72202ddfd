/** Calls of money in and out. */
import { ChangeCounterparty, RemoveCounterparty, SaveCounterparty } from '../address-book.ts'
import { SaveBankAccount } from '../bank-account.ts'
import {
  ClaimCoin,
  ClaimToken,
  EvmChainIdQuery,
  EvmTokensQuery,
  TellSender,
  UseFaucet,
} from '../chain-deposits.ts'
import {
  CancelChainWithdrawal,
  ChainRulesQuery,
  ChainWithdrawalLink,
  CheckPayee,
  WithdrawBitcoin,
  WithdrawEvmCoin,
  WithdrawEvmToken,
} from '../chain-withdrawals.ts'
import { ListQuery } from '../list.ts'
import { Nothing } from '../requests.ts'
import { CancelByLink, CancelWithdrawal, MakeDeposit, Withdraw } from '../rupiah.ts'
import * as to from '../routes.ts'
import { open, own, undescribed } from './call.ts'

export const walletsCalls = {
  bankAccount: own(to.bankAccount, Nothing, undescribed),
  saveBankAccount: own(to.saveBankAccount, SaveBankAccount, undescribed),
  banks: own(to.banks, Nothing, undescribed),
  rupiahMinDeposit: open(to.rupiahMinDeposit, Nothing, undescribed),
  rupiahPayoutFee: own(to.rupiahPayoutFee, Nothing, undescribed),
  rupiahRules: own(to.rupiahRules, Nothing, undescribed),
  makeDeposit: own(to.makeDeposit, MakeDeposit, undescribed),
  deposits: own(to.deposits, ListQuery, undescribed),
  /** A form with the fields `depoidr_id` and `depoidr_file`. */
  depositFile: own(to.depositFile, Nothing, undescribed),
  withdraw: own(to.withdraw, Withdraw, undescribed),
  withdrawals: own(to.withdrawals, ListQuery, undescribed),
  cancelWithdrawal: own(to.cancelWithdrawal, CancelWithdrawal, undescribed),
  cancelWithdrawalByLink: open(to.cancelWithdrawalByLink, CancelByLink, undescribed),
  withdrawalOfLink: open(to.withdrawalOfLink, CancelByLink, undescribed),
  /** From the gateway alone: its token is in the header `x-callback-token`. */
  invoiceCallback: open(to.invoiceCallback, Nothing, undescribed),
  payoutCallback: open(to.payoutCallback, Nothing, undescribed),
  evmAddress: own(to.evmAddress, Nothing, undescribed),
  makeEvmAddress: own(to.makeEvmAddress, Nothing, undescribed),
  bitcoinAddress: own(to.bitcoinAddress, Nothing, undescribed),
  makeBitcoinAddress: own(to.makeBitcoinAddress, Nothing, undescribed),
  chainDeposits: own(to.chainDeposits, ListQuery, undescribed),
  tellSender: own(to.tellSender, TellSender, undescribed),
  bitcoinDeposits: own(to.bitcoinDeposits, ListQuery, undescribed),
  claimToken: own(to.claimToken, ClaimToken, undescribed),
  claimCoin: own(to.claimCoin, ClaimCoin, undescribed),
  evmChainId: open(to.evmChainId, EvmChainIdQuery, undescribed),
  evmTokens: own(to.evmTokens, EvmTokensQuery, undescribed),
  /** Simulation only: coins from nowhere, to the own address. */
  useFaucet: own(to.useFaucet, UseFaucet, undescribed),
  counterparties: own(to.counterparties, Nothing, undescribed),
  saveCounterparty: own(to.saveCounterparty, SaveCounterparty, undescribed),
  changeCounterparty: own(to.changeCounterparty, ChangeCounterparty, undescribed),
  removeCounterparty: own(to.removeCounterparty, RemoveCounterparty, undescribed),
  withdrawEvmCoin: own(to.withdrawEvmCoin, WithdrawEvmCoin, undescribed),
  withdrawEvmToken: own(to.withdrawEvmToken, WithdrawEvmToken, undescribed),
  withdrawBitcoin: own(to.withdrawBitcoin, WithdrawBitcoin, undescribed),
  chainWithdrawals: own(to.chainWithdrawals, ListQuery, undescribed),
  bitcoinWithdrawals: own(to.bitcoinWithdrawals, ListQuery, undescribed),
  /** Fees, limits and chains of a currency's withdrawals. */
  chainWithdrawalRules: own(to.chainWithdrawalRules, ChainRulesQuery, undescribed),
  /** Whether an address may be paid at: what stands against it is said before a code is asked for. */
  checkPayee: own(to.checkPayee, CheckPayee, undescribed),
  cancelChainWithdrawal: own(to.cancelChainWithdrawal, CancelChainWithdrawal, undescribed),
  cancelChainWithdrawalByLink: open(
    to.cancelChainWithdrawalByLink,
    ChainWithdrawalLink,
    undescribed,
  ),
  chainWithdrawalOfLink: open(to.chainWithdrawalOfLink, ChainWithdrawalLink, undescribed),
} as const
