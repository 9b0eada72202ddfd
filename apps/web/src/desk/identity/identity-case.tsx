/** An identity case in the common layout: person, facts, reason, history, files, decision. */
import { type ReactNode, useEffect, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Banner, LiveRegion } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import { CaseDetail, Fact, Facts } from '../cases/case-detail.tsx'
import {
  findDenialReason,
  type IdentityCase,
  type ShownIdentity,
  type IdentityDecisionInput,
} from './identity.ts'
import { decideIdentity } from './identity-calls.ts'
import { IdentityDecisionBar } from './identity-decision.tsx'
import { IdentityFiles } from './identity-files.tsx'
import { IdentityFindings } from './identity-findings.tsx'
import type { IdentityRoute } from './identity-page.tsx'
import { IdentityPerson } from './identity-person.tsx'
import {
  findIdentityFlags,
  identityStateText,
  reasonText,
  t,
  stepCause,
  decisionText,
} from './identity-texts.ts'
import { pending, usePending } from '../cases/pending-strip.tsx'
import { LoadedCase } from '../frame/queue-page.tsx'
import { momentText } from '../texts.ts'
import type { Loaded } from '../use-loaded.ts'
import type { Me } from '../cases/case-wire.ts'

export type IdentityCaseViewProps = {
  readonly me: Me
  readonly route: IdentityRoute
  readonly loaded: Loaded<IdentityCase>
  readonly onChanged: () => void
}

/** The selected case. */
export function IdentityCaseView({ me, route, loaded, onChanged }: IdentityCaseViewProps) {
  return (
    <LoadedCase loaded={loaded} queue={{ ...route, id: null }} onRetry={onChanged}>
      {(detail, back) => <OneIdentity me={me} back={back} detail={detail} onChanged={onChanged} />}
    </LoadedCase>
  )
}

type OneIdentityProps = {
  readonly me: Me
  readonly back: ReactNode
  readonly detail: IdentityCase
  readonly onChanged: () => void
}

function OneIdentity({ me, back, detail, onChanged }: OneIdentityProps) {
  const { id, findings, steps } = detail
  const waiting = usePending()
  const { shown, isExpired, show } = useShowing()
  const key = `identity ${id}`
  const denial = findDenialReason(detail, me)
  const onDecide = (input: IdentityDecisionInput, note: string) => {
    const title = decisionText(id, input)
    pending.add({ key, title, isSigned: false }, () =>
      send(detail, input, note, title).then(onChanged, onChanged),
    )
  }
  return (
    <CaseDetail
      title={t('identityOf', { id })}
      state={detail.state}
      stateOf={identityStateText}
      isWide
      back={back}
      who={
        <IdentityPerson
          detail={detail}
          shown={shown}
          isExpired={isExpired}
          mayShow={denial !== 'ownCase'}
          onShown={show}
        />
      }
      facts={<IdentityFacts detail={detail} />}
      flags={findIdentityFlags(detail)}
      findings={
        <IdentityFindings
          findings={findings}
          isNumberShared={detail.isNumberShared}
          shown={shown}
        />
      }
      steps={steps.map((step) => ({ at: step.at, state: step.to, cause: stepCause(step) }))}
      documents={
        <IdentityFiles key={shown?.token} id={id} count={detail.fileCount} shown={shown} />
      }
      decision={
        <>
          {denial !== null && <Banner tone="info">{t(denial)}</Banner>}
          <IdentityDecisionBar
            detail={detail}
            mayDecide={denial === null}
            pendingTitle={waiting.find((one) => one.key === key)?.title ?? null}
            onDecide={onDecide}
          />
          <LiveRegion>{waiting.length > 0 ? waiting.at(-1)?.title : ''}</LiveRegion>
        </>
      }
    />
  )
}

const secondMs = 1_000

/** The unmasked data of a person, until the server's token for the files expires. */
function useShowing() {
  const [shown, setShown] = useState<ShownIdentity | null>(null)
  const [isExpired, setExpired] = useState(false)
  useEffect(() => {
    if (shown === null) return undefined
    setExpired(false)
    const end = () => {
      setShown(null)
      setExpired(true)
    }
    const timer = setTimeout(end, shown.lifeSeconds * secondMs)
    return () => clearTimeout(timer)
  }, [shown])
  return { shown, isExpired, show: setShown }
}

async function send(
  detail: IdentityCase,
  input: IdentityDecisionInput,
  note: string,
  title: string,
): Promise<void> {
  const outcome = await decideIdentity(detail, input, note)
  if (outcome.ok) toast('good', t('done', { what: title }))
  else toast('bad', t('notDone', { what: title }), failureText(outcome))
}

function IdentityFacts({ detail }: { readonly detail: IdentityCase }) {
  const { kind, submittedAt, decidedAt, decidedBy, reason } = detail
  const procedure =
    kind === 'indonesia' ? 'kindIndonesia' : kind === 'global' ? 'kindGlobal' : 'kindUnknown'
  const who = decidedBy === 'machine' ? t('byMachine') : decidedBy
  return (
    <Facts>
      <Fact name={t('kind')}>{t(procedure)}</Fact>
      {submittedAt !== '' && <Fact name={t('submitted')}>{momentText(submittedAt)}</Fact>}
      {decidedAt !== '' && (
        <Fact name={t(detail.state === 'in_review' ? 'lookedAt' : 'decided')}>
          {t('decidedBy', { at: momentText(decidedAt), who })}
        </Fact>
      )}
      {reason !== '' && <Fact name={t('decidedReason')}>{reasonText(reason)}</Fact>}
    </Facts>
  )
}
