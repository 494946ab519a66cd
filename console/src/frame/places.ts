/** Where a link of the side leads, and what it is called. */
interface Place {
  readonly to: string;
  readonly word: string;
}

interface Group {
  readonly heading?: string;
  readonly places: readonly Place[];
}

export const customerPlaces: readonly Group[] = [
  {
    places: [
      { to: "/overview", word: "Overview" },
      { to: "/quick-start", word: "Quick start" },
    ],
  },
  {
    heading: "Account",
    places: [
      { to: "/keys", word: "Keys" },
      { to: "/requests", word: "Requests" },
      { to: "/usage", word: "Usage" },
      { to: "/plans", word: "Plans" },
      { to: "/profile", word: "Profile" },
    ],
  },
];

export const operatorPlaces: readonly Group[] = [{ places: [{ to: "/overview", word: "Overview" }] }];
