/** The API of the uploads module. */
export { registerUploadRoutes, type UploadRoutes } from './routes.ts'
export {
  fileBytesMax,
  type StoredFile,
  toStoredFile,
  type ShownFile,
  shownFileOf,
} from './stored-file.ts'
export { deleteFilesOf } from './store.ts'
