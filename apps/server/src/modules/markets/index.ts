/** The API of the markets module. */
export { announceMarketChanges } from './market-announcements.ts'
export { firstFiguresOf } from './first-figures.ts'
export { minimumSaleOf } from './minimum-sale.ts'
export { createListing, type ListedMarket, type Listing } from './listing.ts'
export {
  addProfile,
  changeProfile,
  findProfile,
  proveEarlierProfiles,
  type ProfileChange,
  removeProfile,
  unprovenProfiles,
  type VersionedProfile,
} from './profile-store.ts'
export { colorOf } from './profiles.ts'
export { allMarketRows, marketAt, type MyLevels, registerMarketRoutes } from './routes.ts'
export { seedCommands, supplyMax } from './seeds.ts'
export { amountText } from './desk/words.ts'
export { registerMarketDesk } from './desk/routes.ts'
