/** The proof of a payment (IDRD-06): picked or dropped, validated, uploaded with progress. */
import { rupiahMessages } from '@tukar/i18n'
import { parseCount } from '../../router/address.ts'
import { useNavigate, useSearch } from '../../router/state.ts'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState, LiveRegion, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import {
  isShrinkable,
  megabytesText,
  proofBytesMax,
  type ProofFault,
  proofFault,
  proofTypes,
} from './proof-file.ts'
import { sendProof } from './rupiah-calls.ts'
import { type Deposit, shownRupiah } from './rupiah.ts'
import { RulesFailed, RupiahPage } from './rupiah-page.tsx'
import styles from './rupiah.module.css'
import { shrinkPhoto } from './shrink-photo.ts'
import { refreshRupiah, useDeposit } from './use-rupiah.ts'

const t = pageTranslator(rupiahMessages)
const most = megabytesText(proofBytesMax)

/** `/settings/wallets/idr_deposit/upload-file?id=` */
export function ProofPage() {
  const id = String(parseCount(useSearch()['id'], 0) ?? '')
  const { value, isFailed, retry } = useDeposit(id)
  return (
    <RupiahPage title={t('proofTitle')} text={t('proofText')}>
      {isFailed ? (
        <RulesFailed onRetry={retry} />
      ) : (
        <div className={styles['card']}>
          {value === undefined ? (
            <Skeleton width="100%" height={300} />
          ) : value?.status === 'PENDING' ? (
            <ProofForm deposit={value} />
          ) : (
            <EmptyState icon="receipt">{t('proofGone')}</EmptyState>
          )}
          <div className={styles['actions']}>
            <ButtonLink to="/settings/wallets/idr_deposit">
              <Icon name="chevron-left" size={18} />
              {t('proofBack')}
            </ButtonLink>
          </div>
        </div>
      )}
    </RupiahPage>
  )
}

function faultText(fault: ProofFault, { size }: File): string {
  switch (fault) {
    case 'type':
      return t('proofType')
    case 'empty':
      return t('proofEmpty')
    case 'size':
      return t('proofSize', { size: megabytesText(size), most })
    case 'photo':
      return t('proofPhoto', { size: megabytesText(size), most })
  }
}

/** Returns the file to send; a photo that is too large is scaled down. */
async function sendable(picked: File): Promise<File | ProofFault> {
  if (!isShrinkable(picked)) return proofFault(picked) ?? picked
  return (await shrinkPhoto(picked)) ?? 'photo'
}

function useProof({ id }: Deposit) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [percent, setPercent] = useState(0)
  /** The size of the original photo in bytes; null if the file was not scaled. */
  const [shrunkFrom, setShrunkFrom] = useState<number | null>(null)
  const { isBusy: isPicking, run: runPick } = useBusy()
  const { isBusy, run } = useBusy()
  const navigate = useNavigate()
  const pick = (picked: File | undefined) => {
    if (picked === undefined || isBusy) return
    runPick(async () => {
      const found = await sendable(picked)
      const isFault = typeof found === 'string'
      setError(isFault ? faultText(found, picked) : null)
      setFile(isFault ? null : found)
      setShrunkFrom(isFault || found === picked ? null : picked.size)
    })
  }
  const send = () =>
    run(async () => {
      if (file === null) return
      setError(null)
      setPercent(0)
      const failure = await sendProof(id, file, (share) => setPercent(Math.floor(share * 100)))
      if (failure !== null) return setError(failureText(failure))
      refreshRupiah()
      toast('good', t('proofDone'), t('proofKept'))
      return navigate({ to: '/settings/wallets/idr_deposit' })
    })
  return { file, error, percent, shrunkFrom, isPicking, isBusy, pick, send }
}

function ProofForm({ deposit }: { readonly deposit: Deposit }) {
  const { file, error, percent, shrunkFrom, isPicking, isBusy, pick, send } = useProof(deposit)
  const about = t('proofFor', { amount: shownRupiah(deposit.amount), id: deposit.id })
  return (
    <div className={styles['form']}>
      <p>{about}</p>
      <FileDrop file={file} onPick={pick} />
      <LiveRegion>{isPicking ? t('proofShrinking') : ''}</LiveRegion>
      {shrunkFrom !== null && (
        <p className={styles['quiet']} role="status">
          {t('proofShrunk', { from: megabytesText(shrunkFrom) })}
        </p>
      )}
      {error !== null && (
        <p className={styles['fault']} role="alert">
          <Icon name="warning" size={14} />
          {error}
        </p>
      )}
      {isBusy && <progress max={100} value={percent} aria-label={t('proofSend')} />}
      <Button
        kind="primary"
        size="large"
        isWide
        disabled={file === null || isPicking}
        isBusy={isBusy}
        onClick={send}
      >
        {isBusy ? t('proofSending', { percent }) : t('proofSend')}
      </Button>
    </div>
  )
}

/** Accepts a file from the native file picker, or by drag and drop. */
function FileDrop({
  file,
  onPick,
}: {
  readonly file: File | null
  readonly onPick: (file: File | undefined) => void
}) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onPick(event.dataTransfer.files[0])
  }
  return (
    <div
      className={styles['drop']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name={file === null ? 'receipt' : 'check'} size={28} />
      {file !== null && (
        <p>
          <b>{file.name}</b> {megabytesText(file.size)} MB
        </p>
      )}
      <input
        ref={input}
        className={styles['file']}
        id={id}
        type="file"
        accept={proofTypes.join(',')}
        aria-label={t('proofPick')}
        tabIndex={-1}
        onChange={(event) => {
          onPick(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>
        {t(file === null ? 'proofPick' : 'proofOther')}
      </Button>
      <p className={styles['quiet']}>{t('proofDrop')}</p>
      <p className={styles['quiet']}>{t('proofRules', { size: most })}</p>
    </div>
  )
}
