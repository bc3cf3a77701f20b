/** Colours by name, as a listing's text would say them. */
export type PaintName =
  | 'white'
  | 'silver'
  | 'grey'
  | 'black'
  | 'red'
  | 'blue'
  | 'green'
  | 'yellow'
  | 'orange'
  | 'beige'
  | 'brown'
  | 'teal';

/** What a photo of a demo listing shows. */
export interface PhotoSubject {
  /** A folder of demo pictures. */
  readonly subject: string;
  /** Colour of the thing where the text of the listing names it. */
  readonly paint: PaintName | null;
}
