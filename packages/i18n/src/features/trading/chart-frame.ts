/** The frame of the chart on the trading page; the chart service has separate texts. */
import { defineMessages } from '../../catalogue.ts'

export const chartFrameMessages = defineMessages(
  {
    title: 'Candles of {pair}',
    view: 'What the chart shows',
    depthTitle: 'Depth of {pair}',
    candles: 'Candles',
    depth: 'Depth',
    leaveFullScreen: 'Leave full screen',
    fullScreen: 'Full screen',
  },
  {
    title: 'Lilin harga {pair}',
    view: 'Yang ditampilkan grafik',
    depthTitle: 'Kedalaman {pair}',
    candles: 'Lilin',
    depth: 'Kedalaman',
    leaveFullScreen: 'Keluar dari layar penuh',
    fullScreen: 'Layar penuh',
  },
)
