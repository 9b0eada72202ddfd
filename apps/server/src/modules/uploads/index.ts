/** The uploads module's front door. */
export { registerUploadRoutes, type UploadRoutes } from './routes.ts'
export {
  fileBytesMax,
  type StoredFile,
  toStoredFile,
  type ShownFile,
  shownFileOf,
} from './stored-file.ts'
export { deleteFilesOf } from './store.ts'
