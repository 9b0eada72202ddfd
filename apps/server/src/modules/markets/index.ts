/** The markets module's front door. */
export { tellOfMarkets } from './market-news.ts'
export { leastSaleOf } from './least-sale.ts'
export { createListing, type ListedMarket, type Listing } from './listing.ts'
export { allMarketRows, marketAt, registerMarketRoutes } from './routes.ts'
export { seedCommands } from './seeds.ts'
export { registerMarketDesk } from './desk/routes.ts'
