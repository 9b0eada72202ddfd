/** The note on pages that load it later: only for signed-in users with a missing step. */
import { lazy } from 'react'
import { useProfile } from '../accounts/settings/profile.ts'
import { LazyPart } from '../app/later-part.tsx'
import type { NotePage } from './identity-note.tsx'
import styles from './lazy-identity-note.module.css'

const IdentityNote = lazy(async () => ({
  default: (await import('./identity-note.tsx')).IdentityNote,
}))

/** The note, once its file is loaded, in reserved space. */
export function LazyIdentityNote({ page }: { readonly page: NotePage }) {
  const profile = useProfile()
  if (profile === null || (profile.isIdentityKnown && profile.hasAgreed)) return null
  return (
    <div className={styles['room']} data-place={page}>
      <LazyPart place={null}>
        <IdentityNote page={page} />
      </LazyPart>
    </div>
  )
}
