/** Requests to the recognition thread, and its answers. */
import type { DocumentText } from '../card/document.ts'
import type { Face, FaceSearch } from './faces.ts'

export type Tasks = {
  document: { readonly front: Uint8Array; readonly back: Uint8Array | null }
  face: { readonly image: Uint8Array }
}

export type Values = {
  document:
    | { readonly isPicture: false }
    | { readonly isPicture: true; readonly text: DocumentText | null; readonly face: Face | null }
  face:
    | { readonly isPicture: false }
    /** `isPage`: the picture shows a document instead of a person in front of a camera. */
    | { readonly isPicture: true; readonly search: FaceSearch; readonly isPage: boolean }
}

export type Kind = keyof Tasks

export type TaskRequest = {
  [K in Kind]: { readonly kind: K; readonly task: Tasks[K] }
}[Kind]

export type TaskReply<K extends Kind> = { readonly value: Values[K] } | { readonly failure: string }
