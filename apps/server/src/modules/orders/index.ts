/** The orders module's front door. */
export { commandUuid } from './command-id.ts'
export { createRateLimit } from './rate-limit.ts'
export { registerOrderRoutes } from './routes.ts'
export { createOrdersService } from './service.ts'
