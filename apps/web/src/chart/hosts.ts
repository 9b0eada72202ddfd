/** Base URLs of the hosts that the chart calls, from the settings in its page; empty for its own origin. */
import { isRecord, parseJson, textAt } from '../api/json.ts'

export type ChartHosts = { readonly sync: string; readonly realtime: string }

/** Reads the chart's hosts from the page. */
export function chartHosts(): ChartHosts {
  const settings = parseJson(document.getElementById('client-config')?.textContent ?? '')
  const hosts = isRecord(settings) && isRecord(settings['hosts']) ? settings['hosts'] : {}
  return { sync: textAt(hosts, 'sync'), realtime: textAt(hosts, 'realtime') }
}
