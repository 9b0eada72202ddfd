/** The API of the overview module. */
export { type OverviewDeps, setOverview } from './overview.ts'
