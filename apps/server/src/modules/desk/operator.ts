/** People who work at the console, with what they may. */
import type { DeskRole } from '@tukar/wire'

/** Who asks: somebody with a role. */
export type Operator = {
  readonly operatorId: number
  readonly name: string
  readonly roles: readonly DeskRole[]
}
