/** The entry that `startEngine` starts as a worker. */
import { serve } from './worker.ts'

serve()
