/** Document, face and video side by side, with zoom and rotation. */
import { useEffect, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import styles from '../desk.module.css'
import { findNewestFiles, type ShownFile, type ShownIdentity } from './identity.ts'
import { loadFile } from './identity-calls.ts'
import { fileText, t } from './identity-texts.ts'
import own from './identity.module.css'

export type IdentityFilesProps = {
  readonly id: number
  /** The number of files. */
  readonly count: number
  /** Null until the operator gives a reason to see them. */
  readonly shown: ShownIdentity | null
}

/** The files of a case. */
export function IdentityFiles({ id, count, shown }: IdentityFilesProps) {
  if (count === 0) return <p className={styles['quiet']}>{t('noFiles')}</p>
  if (shown === null) return <p className={styles['quiet']}>{t('filesHidden', { count })}</p>
  return (
    <div className={own['panes']}>
      {findNewestFiles(shown.files).map((file) => (
        <FilePane key={file.id} id={id} file={file} token={shown.token} />
      ))}
    </div>
  )
}

type FilePaneProps = {
  readonly id: number
  readonly file: ShownFile
  readonly token: string
}

function FilePane({ id, file, token }: FilePaneProps) {
  const url = useFile(id, file, token)
  const name = fileText(file.kind)
  return (
    <figure className={own['pane']}>
      <figcaption>{name}</figcaption>
      {url === undefined ? (
        <Skeleton width="100%" height={240} />
      ) : url === null ? (
        <p className={styles['quiet']} role="alert">
          {t('fileFailed')}
        </p>
      ) : file.kind === 'video' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording without sound
        <video className={own['video']} src={url} controls playsInline aria-label={name} />
      ) : (
        <Viewer url={url} name={name} />
      )}
    </figure>
  )
}

/** The address of a file; undefined while it loads, null if loading failed. */
function useFile(id: number, file: ShownFile, token: string): string | null | undefined {
  const [url, setUrl] = useState<string | null | undefined>()
  useEffect(() => {
    let made: string | null = null
    let isLeft = false
    const take = (found: string | null) => {
      made = found
      if (isLeft && found !== null) URL.revokeObjectURL(found)
      if (!isLeft) setUrl(found)
    }
    loadFile(id, file, token).then(take, () => take(null))
    return () => {
      isLeft = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id, file, token])
  return url
}

/** Relative to the pane's width. */
const zooms = [1, 1.5, 2, 3, 4] as const
const quarterDegrees = 90

function Viewer({ url, name }: { readonly url: string; readonly name: string }) {
  const [zoomAt, setZoomAt] = useState(0)
  const [quarters, setQuarters] = useState(0)
  const width = `${(zooms[zoomAt] ?? 1) * 100}%`
  const transform = `rotate(${quarters * quarterDegrees}deg)`
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only what has the focus is moved by keys */}
      <section className={own['view']} aria-label={t('viewOf', { what: name })} tabIndex={0}>
        <div className={own['sheet']} style={{ width }}>
          <img src={url} alt={name} style={{ transform }} />
        </div>
      </section>
      <div className={own['tools']}>
        <Button
          size="small"
          aria-label={t('zoomOut', { what: name })}
          disabled={zoomAt === 0}
          onClick={() => setZoomAt(zoomAt - 1)}
        >
          −
        </Button>
        <Button
          size="small"
          aria-label={t('zoomIn', { what: name })}
          disabled={zoomAt === zooms.length - 1}
          onClick={() => setZoomAt(zoomAt + 1)}
        >
          +
        </Button>
        <IconButton
          icon="refresh"
          size="small"
          label={t('rotate', { what: name })}
          onClick={() => setQuarters((quarters + 1) % 4)}
        />
      </div>
    </>
  )
}
