/**
 * The pages of the identity check. Each page loads the stored step when it opens, redirects to the page of
 * that step, and listens for the result of the check (KYC-02, KYC-38 to KYC-40).
 */
import { kycMessages } from '@tukar/i18n'
import { useLocation, useNavigate, useParams } from '../router/state.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { pageTranslator } from '../app/translate.ts'
import { onFeedEvent } from '../feed/store.ts'
import { pageNotices } from '../notifications/notice-rule.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import { ConsentStep } from './steps/consent-step.tsx'
import { DetailsStep } from './steps/details-step.tsx'
import { FinalStep } from './steps/final-step.tsx'
import { loadStatus } from './kyc-calls.ts'
import { KycFrame } from './kyc-frame.tsx'
import { NationalityStep } from './steps/nationality-step.tsx'
import { reasonText } from './refusal.tsx'
import {
  type KycStatus,
  findRedirect,
  type KycPage,
  parseKycPage,
  stepNames,
} from './steps/steps.ts'
import { VideoStep } from './steps/video-step.tsx'
import { Waiting } from './waiting.tsx'

const t = pageTranslator(kycMessages)

/** `/kyc` and `/kyc/nationality`; with `#change` a stored choice can be changed. */
export function NationalityPage() {
  const isChange = useLocation({ select: ({ hash }) => hash === 'change' })
  return <Checked key={String(isChange)} here={isChange ? changeChoice : choice} />
}

const choice: KycPage = { page: 'nationality', isChange: false }
const changeChoice: KycPage = { page: 'nationality', isChange: true }

/** `/kyc/{id,global}/{satu,dua,tiga,empat}` */
export function StepPage() {
  const { variant = '', step = '' } = useParams()
  const here = useMemo(() => parseKycPage(variant, step), [variant, step])
  if (here === null) return <NotFoundPage />
  return <Checked key={`${variant} ${step}`} here={here} />
}

type Check =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'there'; readonly status: KycStatus }

/** Loads the stored step, and redirects if it belongs to another page. */
function useCheck(here: KycPage) {
  const [check, setCheck] = useState<Check>({ kind: 'loading' })
  const navigate = useNavigate()
  const lead = useCallback(
    (to: KycPage) =>
      to.page === 'nationality'
        ? navigate({ to: '/kyc/nationality', replace: true })
        : navigate({
            to: '/kyc/$variant/$step',
            params: { variant: to.variant, step: to.name },
            replace: true,
          }),
    [navigate],
  )
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const ask = useCallback(
    async (isStay: (status: KycStatus) => boolean) => {
      const status = await loadStatus()
      // The user already left this page.
      if (isLeft.current) return
      const next = isStay(status) ? null : findRedirect(here, status)
      if (next === null) setCheck({ kind: 'there', status })
      else await lead(next)
    },
    [here, lead],
  )
  /** Reloads the status; on failure the old one stays. */
  const askAgain = useCallback(
    (isStay: (status: KycStatus) => boolean = () => false) => {
      ask(isStay).catch(() => undefined)
    },
    [ask],
  )
  const open = useCallback(() => {
    setCheck({ kind: 'loading' })
    ask(() => false).catch(() => setCheck({ kind: 'failed' }))
  }, [ask])
  useEffect(open, [open])
  return { check, open, askAgain }
}

/** Listens for the result of the check while one of its pages is open. */
function useDecision(here: KycPage, askAgain: ReturnType<typeof useCheck>['askAgain']): void {
  const navigate = useNavigate()
  const isLast = here.page === 'step' && here.name === stepNames[3]
  useEffect(
    () =>
      onFeedEvent((event) => {
        // The last page shows the reason of a rejection before it redirects.
        const isStay = ({ state }: KycStatus) => isLast && state === 'rejected'
        if (event.kind === 'missed' && isLast) return askAgain(isStay)
        if (event.kind !== 'identity') return undefined
        switch (parseDecision(event.verdict)) {
          case 'verified':
            pageNotices.suppress('kyc_approved')
            toast('good', t('heardVerified'))
            navigate({ to: '/settings/agreement-sign' }).catch(() => undefined)
            return undefined
          case 'review':
            toast('warn', t('heardReview'))
            return askAgain()
          case 'rejected':
            showRejection().catch(() => undefined)
            return askAgain(isStay)
          case null:
            return undefined
        }
      }),
    [askAgain, isLast, navigate],
  )
}

/** Shows the text of KYC-40, and the server's reason if it answers. */
async function showRejection(): Promise<void> {
  const status = await loadStatus().catch(() => null)
  const reason = status?.reason ?? null
  toast(
    'bad',
    t('heardRejected'),
    reason === null ? undefined : t('heardReason', { reason: reasonText(reason) }),
  )
}

/** Case-insensitive, and accepts the alternative spelling (DEC-64). */
function parseDecision(message: string): 'verified' | 'review' | 'rejected' | null {
  const word = message.toLowerCase().replaceAll(/[\s_-]/g, '')
  if (word === 'reviewneeded') return 'review'
  return word === 'verified' || word === 'rejected' ? word : null
}

function Checked({ here }: { readonly here: KycPage }) {
  const { check, open, askAgain } = useCheck(here)
  useDecision(here, askAgain)
  if (check.kind === 'there') return <Step here={here} status={check.status} onMoved={open} />
  const isFirst = here.page === 'nationality'
  return (
    <KycFrame
      at={isFirst ? 0 : stepNames.indexOf(here.name) + 1}
      variant={isFirst ? null : here.variant}
      title={toTitle(here)}
      isCapture={!isFirst && here.name === 'tiga'}
    >
      {check.kind === 'failed' ? (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={open} />
      ) : (
        <Waiting rows={4} />
      )}
    </KycFrame>
  )
}

function toTitle(here: KycPage): string {
  if (here.page === 'nationality') return t('nationalityTitle')
  const titles = {
    satu: t('consentTitle'),
    dua: t('detailsTitle'),
    tiga: t('videoTitle'),
    empat: t('finalTitle'),
  }
  return titles[here.name]
}

type ShownProps = {
  readonly here: KycPage
  readonly status: KycStatus
  readonly onMoved: () => void
}

function Step({ here, status, onMoved }: ShownProps) {
  if (status.mode === 'modal' && status.step < 3) return <ModalOnly />
  if (here.page === 'nationality') {
    return <NationalityStep status={status} onMoved={onMoved} isChange={here.isChange} />
  }
  const step = { status, onMoved, variant: here.variant }
  switch (here.name) {
    case 'satu':
      return <ConsentStep {...step} />
    case 'dua':
      return <DetailsStep {...step} />
    case 'tiga':
      return <VideoStep {...step} />
    case 'empat':
      return <FinalStep {...step} />
  }
}

/** The operator offers the dialog only (DEC-42). */
function ModalOnly() {
  return (
    <KycFrame at={0} variant={null} title={t('name')}>
      <EmptyState
        icon="shield"
        action={
          <ButtonLink to="/" hash="verify" kind="primary">
            {t('toModal')}
          </ButtonLink>
        }
      >
        {t('modalOnly')}
      </EmptyState>
    </KycFrame>
  )
}
