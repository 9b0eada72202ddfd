/** The note on pages that do without it at first sight: fetched for who is signed in and lacks something. */
import { lazy } from 'react'
import { useProfile } from '../accounts/settings/profile.ts'
import { LaterPart } from '../app/later-part.tsx'
import type { NotePlace } from './identity-note.tsx'
import styles from './later-note.module.css'

const IdentityNote = lazy(async () => ({
  default: (await import('./identity-note.tsx')).IdentityNote,
}))

/** The note, once its file has come, in room that is kept for it. */
export function LazyIdentityNote({ place }: { readonly place: NotePlace }) {
  const profile = useProfile()
  if (profile === null || (profile.isIdentityKnown && profile.hasAgreed)) return null
  return (
    <div className={styles['room']} data-place={place}>
      <LaterPart place={null}>
        <IdentityNote place={place} />
      </LaterPart>
    </div>
  )
}
