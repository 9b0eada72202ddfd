/** The contact module's front door. */
export { type ContactRoutes, registerContactRoutes } from './routes.ts'
export { deleteMessagesOf, sweepMessages } from './store.ts'
