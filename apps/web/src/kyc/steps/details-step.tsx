/** The personal details (KYC-13 to KYC-27): prefilled, validated, and sent with their pictures. */
import { kycMessages } from '@tukar/i18n'
import { ageMin } from '@tukar/wire'
import { useEffect, useState } from 'react'
import { useProfileResource } from '../../accounts/settings/profile.ts'
import { useAlert } from '../../accounts/use-alert.ts'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, Link } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback.tsx'
import { dropDraft, storeDraft, readDraft } from './details-draft.ts'
import { DetailsFields } from './details-fields.tsx'
import {
  type Details,
  type DetailsErrors,
  type DetailsFault,
  findDetailsFaults,
  noDetails,
  findRefusedField,
  type SavedDetails,
} from './details-form.ts'
import { isOutOfOrder, loadSavedDetails, sendDetails, type SentDetails } from '../kyc-calls.ts'
import { KycActions, KycFrame } from '../kyc-frame.tsx'
import styles from '../kyc.module.css'
import type { StepProps } from './nationality-step.tsx'
import { PictureField } from './picture-field.tsx'
import { Refusal } from '../refusal.tsx'
import type { Variant } from './steps.ts'
import { Waiting } from '../waiting.tsx'

const t = pageTranslator(kycMessages)

type DetailsStepProps = StepProps & { readonly variant: Variant }

/** `/kyc/{id,global}/dua` */
export function DetailsStep(props: DetailsStepProps) {
  const { variant, status } = props
  const { saved, isFailed, retry } = useSaved()
  const profile = useProfileResource()
  return (
    <KycFrame at={2} variant={variant} title={t('detailsTitle')} text={t('detailsText')}>
      <Refusal status={status} />
      {isFailed ? (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={retry} />
      ) : saved === null || profile.state === 'loading' ? (
        <Waiting rows={6} />
      ) : (
        <DetailsForm
          {...props}
          saved={saved}
          name={profile.state === 'ready' ? (profile.value?.fullName ?? '') : ''}
        />
      )}
    </KycFrame>
  )
}

function useSaved() {
  const [saved, setSaved] = useState<SavedDetails | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isLeft = false
    setFailed(false)
    loadSavedDetails().then(
      (loaded) => !isLeft && setSaved(loaded),
      () => !isLeft && setFailed(true),
    )
    return () => {
      isLeft = true
    }
  }, [attempt])
  return { saved, isFailed, retry: () => setAttempt(attempt + 1) }
}

/**
 * The draft of the form, stored at each change. It starts with the earlier draft or the sent values,
 * otherwise with the user's name.
 */
function useDraft(saved: SavedDetails, name: string) {
  const [draft, setDraft] = useState<SentDetails>(() => {
    const first = readDraft(saved)
    const isUntouched = JSON.stringify(first.details) === JSON.stringify(noDetails)
    return isUntouched ? { ...first, details: { ...first.details, name } } : first
  })
  const change = (part: Partial<SentDetails>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    storeDraft(next)
  }
  return { draft, change }
}

type FormProps = DetailsStepProps & {
  readonly saved: SavedDetails
  /** The profile's name; empty while unknown. */
  readonly name: string
}

/** The text of a fault. */
function faultText(fault: DetailsFault): string {
  return fault === 'tooYoung' ? t(fault, { age: ageMin }) : t(fault)
}

/** Whether an uploaded picture is still valid; a refused picture must be uploaded again. */
function isDocumentUploaded({ saved, status }: Pick<FormProps, 'saved' | 'status'>): boolean {
  const isRefused =
    status.state === 'rejected' && (status.piece === null || status.piece === 'document')
  return saved.hasDocument && !isRefused
}

function useDetails(props: FormProps) {
  const { variant, saved, name, onMoved } = props
  const { draft, change } = useDraft(saved, name)
  const [errors, setErrors] = useState<DetailsErrors>({})
  const [percent, setPercent] = useState(0)
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const forget = (keys: readonly string[]) =>
    setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => !keys.includes(key))))
  const submit = async () => {
    alert.clear()
    const hasDocument = draft.document !== null || isDocumentUploaded(props)
    const faults = Object.entries(findDetailsFaults({ ...draft, hasDocument }, variant, Date.now()))
    if (faults.length > 0) {
      alert.show('bad', t('faultsFound'))
      return setErrors(Object.fromEntries(faults.map(([key, fault]) => [key, faultText(fault)])))
    }
    setErrors({})
    setPercent(0)
    const failure = await sendDetails(variant, draft, (share) =>
      setPercent(Math.floor(share * 100)),
    )
    if (failure === null) {
      dropDraft()
      return onMoved()
    }
    alert.show('bad', failureText(failure))
    const part = findRefusedField(failure.code, failure.params)
    if (part !== null) setErrors({ [part]: failureText(failure) })
    if (isOutOfOrder(failure)) onMoved()
    return undefined
  }
  return {
    draft,
    errors,
    percent,
    isBusy,
    changeDetails: (part: Partial<Details>) => {
      change({ details: { ...draft.details, ...part } })
      forget(Object.keys(part))
    },
    changeDocument: (document: File) => {
      change({ document })
      forget(['document'])
    },
    changeNpwpPicture: (npwpPicture: File) => change({ npwpPicture }),
    onSubmit: (event: Parameters<typeof onSubmit>[0]) => onSubmit(event, submit),
  }
}

function DetailsForm(props: FormProps) {
  const { variant, saved, status } = props
  const form = useDetails(props)
  const { draft, percent, isBusy } = form
  const fields = (
    <DetailsFields
      variant={variant}
      details={draft.details}
      errors={form.errors}
      onChange={form.changeDetails}
    />
  )
  return (
    <form noValidate className={styles['form']} onSubmit={form.onSubmit}>
      {status.state === 'rejected' && status.piece === 'document' ? (
        // Folded while all values are known; a field that the server refuses opens the section.
        <details className={styles['folded']} open={Object.keys(form.errors).length > 0}>
          <summary>{t('keptDetails')}</summary>
          <div className={styles['form']}>{fields}</div>
        </details>
      ) : (
        fields
      )}
      <PictureField
        label={t(variant === 'id' ? 'documentFile' : 'documentFileGlobal')}
        name="document"
        file={draft.document}
        isUploaded={isDocumentUploaded(props)}
        error={form.errors.document ?? null}
        onPicked={form.changeDocument}
      />
      {variant === 'id' && (
        <PictureField
          label={t('npwpFile')}
          aside={t('optional')}
          name="npwpPicture"
          file={draft.npwpPicture}
          isUploaded={saved.hasNpwpPicture}
          error={null}
          onPicked={form.changeNpwpPicture}
        />
      )}
      {!saved.hasDocument && (
        <Link to="/kyc/nationality" hash="change" className={styles['aside'] ?? ''}>
          {t('changeNationality')}
        </Link>
      )}
      <KycActions>
        {isBusy && <progress max={100} value={percent} aria-label={t('sendDetails')} />}
        <Button type="submit" kind="primary" size="large" isWide isBusy={isBusy}>
          {isBusy ? t('sendingDetails', { percent }) : t('sendDetails')}
        </Button>
      </KycActions>
    </form>
  )
}
