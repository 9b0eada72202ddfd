/** The API of the orders module. */
export { createRateLimit } from './rate-limit.ts'
export { registerOrderRoutes } from './routes.ts'
export { createOrdersService } from './service.ts'
export { levelKey, listOpenOrders, readMyLevels } from './store.ts'
