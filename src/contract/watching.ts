/** Watch list structures: specification, part 2. */
import { int64, structure, type Wire } from './structure.ts';

/** A listing to watch or no longer watch. */
export const WatchItem = structure('WatchItem', { ItemId: int64, SectionId: int64 });
export type WatchItem = Wire<typeof WatchItem>;
