/** The uploads module's front door. */
export { registerUploadRoutes, type UploadRoutes } from './routes.ts'
export { deleteFilesOf } from './store.ts'
