/** A picture of a document: picked, photographed or dropped, scaled down if needed, and previewed. */
import { kycMessages } from '@tukar/i18n'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { LiveRegion } from '../../ui/feedback.tsx'
import { FieldFrame } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { megabytesText } from '../../wallets/rupiah/proof-file.ts'
import styles from '../kyc.module.css'
import { pictureTypes, preparePicture } from './picture-file.ts'

const t = pageTranslator(kycMessages)

export type PictureFieldProps = {
  readonly label: string
  readonly name: string
  readonly aside?: string
  readonly file: File | null
  /** Whether a picture was uploaded before; it stays unless another one is picked. */
  readonly isUploaded: boolean
  readonly error: string | null
  readonly onPicked: (file: File) => void
}

/** The field. */
export function PictureField(props: PictureFieldProps) {
  const { label, name, aside, file, isUploaded, error, onPicked } = props
  const [fault, setFault] = useState<string | null>(null)
  const [shrunkFrom, setShrunkFrom] = useState<number | null>(null)
  const [isOver, setOver] = useState(false)
  const { isBusy, run } = useBusy()
  const input = useRef<HTMLInputElement>(null)
  const pick = (picked: File | undefined) => {
    if (picked === undefined) return
    run(async () => {
      const prepared = await preparePicture(picked)
      setFault(typeof prepared === 'string' ? t(prepared) : null)
      if (typeof prepared === 'string') return
      setShrunkFrom(prepared.shrunkFrom)
      onPicked(prepared.file)
    })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    pick(event.dataTransfer.files[0])
  }
  return (
    <FieldFrame
      label={label}
      {...(aside !== undefined && { aside })}
      error={fault ?? error}
      note={`${t('pictureHint')} ${t('pictureShrinks')}`}
    >
      {(ids) => (
        <div
          className={styles['drop']}
          data-over={isOver}
          data-invalid={ids['aria-invalid']}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {file === null ? <Icon name="receipt" size={24} /> : <Preview file={file} />}
          <input
            {...ids}
            ref={input}
            className={styles['file']}
            type="file"
            name={name}
            accept={pictureTypes.join(',')}
            onChange={(event) => {
              pick(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button isBusy={isBusy} onClick={() => input.current?.click()}>
            {t(file === null ? 'choosePicture' : 'otherPicture')}
          </Button>
          {file === null && isUploaded && <p className={styles['quiet']}>{t('keptPicture')}</p>}
          {file !== null && shrunkFrom !== null && (
            <p className={styles['quiet']}>{t('shrunk', { from: megabytesText(shrunkFrom) })}</p>
          )}
          <LiveRegion>{isBusy ? t('shrinking') : ''}</LiveRegion>
        </div>
      )}
    </FieldFrame>
  )
}

function Preview({ file }: { readonly file: File }) {
  const url = useObjectUrl(file)
  if (url === null) return null
  return (
    <figure className={styles['picture']}>
      <img src={url} alt={t('pictureAlt', { name: file.name })} />
      <figcaption>
        {file.name} · {megabytesText(file.size)} MB
      </figcaption>
    </figure>
  )
}

/** The object URL of a file while it is shown; null without a file. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return undefined
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
