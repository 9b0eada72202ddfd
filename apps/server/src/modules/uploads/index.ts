/** The uploads module's front door. */
export { registerUploadRoutes, type UploadRoutes } from './routes.ts'
export { type MediaType, mediaTypeOf } from './media-type.ts'
export { deleteFilesOf } from './store.ts'
