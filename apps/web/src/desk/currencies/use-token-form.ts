/** The values of the new token form, and the facts that its contract reports. */
import type { DeskContract, EvmWireChain } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { toast } from '../../ui/toast.tsx'
import { makeTrialToken, readContract } from './currency-calls.ts'
import {
  contractDecimalsMax,
  emptyProfile,
  type Faults,
  type TypedProfile,
  type TypedToken,
  wholeUpTo,
} from './currency-form-model.ts'
import { t } from './currency-texts.ts'

export type TokenForm = ReturnType<typeof useTokenForm>

/** Starts empty, with a selected chain. */
export function useTokenForm(chain: EvmWireChain) {
  const [token, setToken] = useState<TypedToken>({
    chain,
    contract: '',
    symbol: '',
    decimals: '',
    unitDecimals: '',
  })
  const [profile, setProfile] = useState<TypedProfile>(emptyProfile)
  const [faults, setFaults] = useState<Faults>({})
  const [facts, setFacts] = useState<DeskContract | null>(null)
  const [isReading, setReading] = useState(false)
  const type = (typed: Partial<TypedToken>) => {
    setToken((before) => ({ ...before, ...typed }))
    if ('chain' in typed || 'contract' in typed) setFacts(null)
  }
  const read = async () => {
    const contract = token.contract.trim()
    if (!/^0x[0-9a-fA-F]{40}$/.test(contract)) {
      setFaults({ ...faults, contract: 'contractWrong' })
      return
    }
    setFaults({ ...faults, contract: undefined })
    setReading(true)
    const answer = await readContract(token.chain, contract)
    setReading(false)
    if (!answer.ok) {
      toast('bad', t('readFailed'), failureText(answer))
      return
    }
    const { value } = answer
    setFacts(value)
    // Typed values stay; they are compared with the contract.
    setToken((before) => ({
      ...before,
      symbol: before.symbol === '' ? value.symbol.toUpperCase() : before.symbol,
      decimals: before.decimals === '' ? String(value.decimals) : before.decimals,
    }))
    setProfile((before) => ({ ...before, name: before.name === '' ? value.name : before.name }))
  }
  const makeTrial = async () => {
    const decimals = wholeUpTo(token.decimals, contractDecimalsMax)
    const wanted = { chain: token.chain, symbol: token.symbol.trim(), name: profile.name.trim() }
    setFaults({
      symbol: /^[A-Z0-9]{2,12}$/.test(wanted.symbol) ? undefined : 'symbolWrong',
      name: wanted.name === '' ? 'needed' : undefined,
      decimals: decimals === null ? 'decimalsWrong' : undefined,
    })
    if (decimals === null || wanted.symbol === '' || wanted.name === '') return
    setReading(true)
    const answer = await makeTrialToken({ ...wanted, decimals })
    setReading(false)
    if (!answer.ok) {
      toast('bad', t('trialFailed'), failureText(answer))
      return
    }
    toast('good', t('trialDone'))
    type({ contract: answer.value })
  }
  return { token, type, profile, setProfile, faults, setFaults, facts, isReading, read, makeTrial }
}
