/** Pictures of the verification, shown from memory. */
import { useEffect, useState } from 'react'
import { t } from './modal-texts.ts'
import styles from './modal.module.css'

/** A picture with its description. */
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
