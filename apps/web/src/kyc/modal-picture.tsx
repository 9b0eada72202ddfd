/** Pictures of the verification: shown from memory, and made fit to be sent. */
import { useEffect, useState } from 'react'
import { t } from './modal-texts.ts'
import styles from './modal.module.css'

/** A picture that was taken, with what it is of. */
export function Picture({ file, of }: { readonly file: File; readonly of: string }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url === '') return null
  return <img className={styles['picture']} src={url} alt={t('pictureOf', { what: of })} />
}
