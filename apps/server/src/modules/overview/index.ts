/** The front door of what the console's overview shows beside what waits. */
export { type OverviewDeps, setOverview } from './overview.ts'
