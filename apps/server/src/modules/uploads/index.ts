/** The uploads module's front door. */
export { registerUploadRoutes, type UploadRoutes } from './routes.ts'
export {
  fileBytesMax,
  type KeptFile,
  keptFileOf,
  type ShownFile,
  shownFileOf,
} from './kept-file.ts'
export { deleteFilesOf } from './store.ts'
